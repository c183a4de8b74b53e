/* The frame of a message is as high as the message, so that its button is seen; without script it scrolls. */
const frame = document.querySelector("[data-fit]");

function fit() {
  const page = frame.contentDocument?.documentElement;
  if (page) frame.style.height = `${Math.ceil(page.getBoundingClientRect().height) + 4}px`;
}

if (frame) {
  frame.addEventListener("load", fit);
  addEventListener("resize", fit);
  fit();
}
