/** Passes the page's address on, by what the device offers or into the clipboard, and copies texts. Without script, the mail link beside it and the eye do. */
export function offerSharing() {
  if (!isSecureContext) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-share],[data-copy]")) {
    const { share, copy, copied = "" } = button.dataset;
    button.hidden = false;
    button.addEventListener("click", async () => {
      if (share && navigator.share) return navigator.share({ title: document.title, url: share }).catch(() => {});
      await navigator.clipboard.writeText(share ?? copy ?? "");
      button.lastElementChild?.replaceChildren(copied);
    });
  }
}
