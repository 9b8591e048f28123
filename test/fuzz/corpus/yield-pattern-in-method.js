class K {
  *[Symbol.iterator]() {
    yield /a(b)?/gu.test("ab")
  }
  *m() {
    const x = yield /=b/.source
    yield x
  }
}
$log(
  [...new K()],
  [...new K().m()],
  [
    ...{
      *g() {
        yield /c/.source
      }
    }.g()
  ]
)
