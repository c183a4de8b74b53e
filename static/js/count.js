/* Says how many characters are left once the text comes near the limit. */
export function countCharacters() {
  for (const line of document.querySelectorAll("[data-count-for]")) {
    const box = document.getElementById(line.dataset.countFor);
    if (!box) continue;
    const most = Number(line.dataset.countMost);
    const show = () => {
      const left = most - box.value.length;
      line.textContent = `${Math.abs(left).toLocaleString("en-US")} ${left < 0 ? line.dataset.over : line.dataset.left}`;
      line.classList.toggle("wc-over", left < 0);
    };
    box.addEventListener("input", show);
    if (box.value) show();
  }
}
