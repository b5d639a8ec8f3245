// Before the first paint, so that a dark room is not lit by a white page.
(function () {
  var theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  try {
    var kept = JSON.parse(localStorage.getItem('motus.workspace') || '{}').theme;
    if (kept === 'light' || kept === 'dark') theme = kept;
  } catch (error) {
    // Nothing was kept that can be read.
  }
  document.documentElement.dataset.theme = theme;
})();
