/* Panels that are folded on a phone stand open where there is room for them. */
const wide = matchMedia("(min-width: 64em)");
function unfold() {
  for (const panel of document.querySelectorAll("details[data-open-wide]")) panel.open = wide.matches || panel.hasAttribute("data-keep");
}
unfold();
wide.addEventListener("change", unfold);
