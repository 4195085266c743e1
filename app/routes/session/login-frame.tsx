import { ChevronRight, Info } from "lucide";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Drawing, DrawingSymbols } from "~/ui/drawing";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

const elsewhere = [
  { key: "forgot", to: "/password/request" },
  { key: "noAccess", to: "/contact" },
  { key: "register", to: "/register" },
] as const;

const rings = [
  { drawing: "crate", ring: "[--ring:var(--color-sun)]" },
  { drawing: "bike", ring: "[--ring:#fff]" },
  { drawing: "door", ring: "[--ring:var(--color-primary-pale)]" },
] as const;

type Props = {
  /** Replaces the login page's own title. */
  title?: string;
  notice?: ReactNode;
  children: ReactNode;
};

/** The login page: the form on one side, a chain on the other. By default it also shows help for people who cannot log in. */
export function LoginFrame({ title, notice, children }: Props) {
  const { t } = useTranslation("login");
  return (
    <main id="content" className="grid lg:min-h-[calc(100dvh-4rem)] lg:grid-cols-2">
      <DrawingSymbols names={["crate", "bike", "door"]} />
      <div className="login-wall on-dark" aria-hidden="true">
        <div className="chain">
          {rings.map(({ drawing, ring }) => (
            <div key={drawing} className={`ring-link ${ring}`}>
              <Drawing name={drawing} />
            </div>
          ))}
        </div>
      </div>
      <div className="grid w-full max-w-xl content-center gap-5 justify-self-center px-[var(--gutter)] lg:col-start-1 lg:row-start-1 py-[clamp(2rem,6vw,5rem)]">
        <h1 className="text-[clamp(2.75rem,2rem+3vw,4.5rem)] leading-[1.02] tracking-[-0.03em]">{title ?? t("h1")}</h1>
        {notice && (
          <p className="flex gap-3 rounded-lg bg-primary-soft px-5 py-4 leading-[1.4]">
            <Icon of={Info} />
            <span>{notice}</span>
          </p>
        )}
        {children}
        {!title && (
          <ul className="mt-3 border-t-2 border-line">
            {elsewhere.map(({ key, to }) => (
              <li key={key} className="border-b-2 border-line">
                <Link to={to} className="flex min-h-13 items-center justify-between font-semibold text-ink no-underline hover:text-primary">
                  {t(key)}
                  <Icon of={ChevronRight} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </main>
  );
}
