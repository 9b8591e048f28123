for (const c of [1]) {
  for (const change of [() => c]) {
    try {
      c %= 2
      $log("assigned")
    } catch (e) {
      $log($err(e))
    }
    try {
      let x = (c += 2)
      $log("assigned", x)
    } catch (e) {
      $log($err(e))
    }
    try {
      c++
      $log("assigned")
    } catch (e) {
      $log($err(e))
    }
    try {
      c ??= 2
      $log("kept")
    } catch (e) {
      $log($err(e))
    }
    $log(change())
  }
}
