/** A message after an action (S3-025, S4-040). It closes after `timeout`, on its button, or when an action is used. */
export type Toast = {
  id: string;
  title: string;
  description?: string;
  icon?: "done" | "information" | "warning" | "problem";
  /** Address of a picture shown instead of the icon. */
  avatar?: string;
  closeButton?: boolean;
  /** Milliseconds; {@link defaultToastTimeout} when missing. */
  timeout?: number;
  actions?: ToastAction[];
  /** Name of the event the document gets when the toast has closed. */
  callback?: string;
  color?: "success" | "info" | "warning" | "danger";
};

/** An action links to a page, fires an event on the document, or posts one field to a page. */
export type ToastAction = { label: string; to?: string; event?: string; post?: { name: string; value: string } };

export const defaultToastTimeout = 5_000;
