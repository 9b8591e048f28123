/** The index of the first number of an ascending list that is not below `value`. */
export function lowerBound(list: ReadonlyArray<number>, value: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
