/* Warns before the session ends, in every tab, and lets the person stay. The server alone decides when it is over; it
   says how many seconds are left, since the clock of this computer may be wrong. */
const box = document.getElementById("session-end");

function start(dialog) {
  const warn = Number(dialog.dataset.warn) * 1000;
  const left = dialog.querySelector("[data-left]");
  const live = document.getElementById("live-alert");
  let ends = Date.now() + Number(dialog.dataset.left) * 1000;
  let said = 0;

  function learn(moment) {
    if (moment > ends) { ends = moment; said = 0; }
    if (ends - Date.now() > warn && dialog.open) dialog.close();
    try { localStorage.setItem("wagecase-session-ends", String(ends)); } catch { /* private window: each tab for itself */ }
  }

  function look() {
    const rest = ends - Date.now();
    if (rest > warn) return;
    const minutes = Math.max(0, Math.ceil(rest / 60000));
    dialog.dataset.over = rest <= 0 ? "1" : "";
    for (const part of dialog.querySelectorAll("[data-when]")) part.hidden = (part.dataset.when === "over") !== (rest <= 0);
    left.textContent = minutes === 1 ? dialog.dataset.one : dialog.dataset.many.replace("#", minutes);
    if (!dialog.open) dialog.showModal();
    if (live && said !== minutes + 1) { said = minutes + 1; live.textContent = rest <= 0 ? dialog.dataset.ended : `${dialog.dataset.soon} ${left.textContent}`; }
  }

  dialog.querySelector("[data-stay]").addEventListener("click", async () => {
    const token = dialog.querySelector("input[name=csrfmiddlewaretoken]").value;
    try {
      const answer = await fetch(dialog.dataset.extend, { method: "POST", headers: { "X-CSRFToken": token }, redirect: "manual" });
      if (answer.ok) learn(Date.now() + (await answer.json()).seconds_left * 1000);
      else { ends = 0; look(); }
    } catch { /* offline: the dialog stays, the button can be pressed again */ }
  });
  dialog.addEventListener("cancel", (event) => { if (dialog.dataset.over !== "1") { event.preventDefault(); dialog.querySelector("[data-stay]").click(); } });
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  addEventListener("storage", (event) => { if (event.key === "wagecase-session-ends") learn(Number(event.newValue)); });
  document.addEventListener("visibilitychange", look);
  learn(ends);
  const timer = setInterval(() => { look(); if (ends - Date.now() <= 0 && dialog.open) clearInterval(timer); }, 5000);
  look();
}

if (box && typeof box.showModal === "function") start(box);
