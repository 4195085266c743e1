import { CircleCheck, Info, TriangleAlert, X } from "lucide";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toastsAdded } from "~/enhance/events";
import { pathIn } from "~/i18n/locale-of-path";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { defaultToastTimeout, type Toast } from "./toast";

const icons = { done: CircleCheck, information: Info, warning: TriangleAlert, problem: TriangleAlert };

/**
 * The messages of a page. They are complete as HTML: the close button is a checkbox that hides its message. The
 * enhancement script adds the timer, which waits while the pointer or the focus is on the message.
 */
export function Toasts({ toasts }: { toasts: Toast[] }) {
  const ids = toasts.map(({ id }) => id).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message starts its timer
  useEffect(() => {
    document.dispatchEvent(new Event(toastsAdded));
  }, [ids]);
  return (
    <div className="toasts" role="status">
      {toasts.map((toast) => (
        <ToastMessage key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastMessage({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const {
    title,
    description,
    icon = "information",
    avatar,
    closeButton = true,
    timeout = defaultToastTimeout,
    actions = [],
    callback,
    color = "info",
  } = toast;
  return (
    <div
      className="toast"
      suppressHydrationWarning
      data-toast={toast.id}
      data-timeout={timeout}
      data-callback={callback}
      data-colour={color}
    >
      {avatar ? <img src={avatar} alt="" width={24} height={24} className="icon rounded-link" /> : <Icon of={icons[icon]} />}
      <div className="grow">
        <p className="font-bold">{title}</p>
        {description && <p className="text-sm">{description}</p>}
        {actions.length > 0 && (
          <div className="mt-2 flex flex-wrap gap-4">
            {actions.map(({ label, to, event, post }) =>
              to && post ? (
                <form key={label} method="post" action={pathIn(locale, to)}>
                  <button type="submit" name={post.name} value={post.value} className="font-bold underline">
                    {label}
                  </button>
                </form>
              ) : to ? (
                <Link key={label} to={to} className="font-bold" data-toast-action="">
                  {label}
                </Link>
              ) : (
                <button key={label} type="button" className="font-bold underline" data-toast-action={event}>
                  {label}
                </button>
              ),
            )}
          </div>
        )}
      </div>
      {closeButton && (
        <label>
          <input type="checkbox" aria-label={t("toasts.close")} data-toast-close />
          <Icon of={X} />
        </label>
      )}
    </div>
  );
}
