import type { Examples } from "~/ui/examples";
import type { Toast } from "./toast";
import { Toasts } from "./toasts";

const stays = 3_600_000;
const shown = (toast: Omit<Toast, "id" | "timeout">) => () => (
  <div className="gallery-toasts">
    <Toasts toasts={[{ ...toast, id: toast.title, timeout: stays }]} />
  </div>
);

export const examples: Examples = {
  piece: "Toast",
  states: {
    success: shown({ title: "Article enregistré.", icon: "done", color: "success" }),
    information: shown({
      title: "Une nouvelle version est prête.",
      description: "Vos réponses restent là.",
      actions: [{ label: "Mettre à jour", event: "gallery:update" }],
    }),
    warning: shown({ title: "Vous êtes hors ligne.", icon: "warning", color: "warning" }),
    danger: shown({ title: "Cela n'a pas marché. Réessayez.", icon: "problem", color: "danger", closeButton: false }),
  },
};
