/* Before anything is painted: the reader's own choice of dark or light, if there is one. */
(function () {
  var chosen = null;
  try { chosen = window.localStorage.getItem("tablo:theme"); } catch (forbidden) { return; }
  if (chosen === "dark" || chosen === "light") { document.documentElement.setAttribute("data-theme", chosen); }
}());
