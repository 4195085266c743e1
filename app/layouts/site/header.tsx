import { ChevronDown, X } from "lucide";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { locales } from "#contract/formats/locale";
import type { PublicSettings } from "~/api/settings.server";
import { languageChoice } from "~/i18n/language-choice";
import { pathIn } from "~/i18n/locale-of-path";
import { useRootData } from "~/layouts/root-data";
import { ButtonLink } from "~/ui/button";
import { cachedFragment } from "~/ui/cached-fragment";
import { MenuLines, Microblog, PhotoNetwork, ProfessionalNetwork, VideoChannel } from "~/ui/custom-icons";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Brand } from "~/ui/logo";
import { OutsideLink } from "~/ui/outside-link";
import { usePage } from "~/ui/page-context";
import { accountLink, currentLabels, type HeaderLink, headerLinks } from "./navigation";
import { ToolLink } from "./tool-link";

/** How the header looks on a page: over white, over black, or transparent over a picture with black or white text. */
export type HeaderVariant = "light" | "dark" | { transparent: "black" | "white" };

type Props = {
  variant: HeaderVariant;
  path: string;
  search: string;
  settings: PublicSettings;
  /** More tools, before the languages. */
  children?: ReactNode;
};

/** The public header: menu on the left, logo, languages and account on the right. */
export function SiteHeader({ variant, path, search, settings, children }: Props) {
  const transparent = typeof variant === "object" ? variant.transparent : undefined;
  return (
    <header
      className={`site-header ${variant === "dark" || transparent === "white" ? "on-colour" : ""}`}
      data-variant={transparent ? "transparent" : variant}
      data-text={transparent}
    >
      <Menu current={currentLabels(path)} product={settings.productName} logoId={settings.logoId} />
      <div className="header-tools">
        {children}
        <LanguageSwitch path={path} search={search} />
        <AccountTool />
      </div>
    </header>
  );
}

/** The header of a form in several steps: to save and leave, the logo, and the languages. */
export function BareHeader({ form, path, search, settings }: Pick<Props, "path" | "search" | "settings"> & { form: string }) {
  const { t } = useTranslation();
  return (
    <header className="site-header" data-variant="light">
      <button type="submit" form={form} name="leave" value="1" formNoValidate className="min-h-11 justify-self-start px-2.5 font-bold">
        {t("header.save")}
        <span className="max-sm:sr-only"> {t("header.andLeave")}</span>
      </button>
      <Brand to="/" label={t("header.logo", { product: settings.productName })} logoId={settings.logoId} />
      <div className="header-tools">
        <LanguageSwitch path={path} search={search} />
      </div>
    </header>
  );
}

/** Two links to this page, one for each language; following one stores the choice. */
function LanguageSwitch({ path, search }: { path: string; search: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const query = new URLSearchParams(search);
  return (
    <nav aria-label={t("header.languageSwitch")}>
      {locales.map((code) => {
        query.set(languageChoice, code);
        return (
          <a
            key={code}
            href={`${pathIn(code, path)}?${query}`}
            lang={code}
            hrefLang={code}
            rel="nofollow"
            aria-current={code === locale || undefined}
          >
            {code.toUpperCase()}
          </a>
        );
      })}
    </nav>
  );
}

const AccountTool = cachedFragment("account tool", () => <ToolLink link={accountLink} />);

type Current = { current: string[] };

/** The menu, and the logo beside it. */
const Menu = cachedFragment("menu", ({ current, product, logoId }: Current & { product: string; logoId: string | null }) => {
  const { t } = useTranslation();
  return (
    <>
      <MenuPanel current={current} />
      <Brand to="/" label={t("header.logo", { product })} logoId={logoId} />
    </>
  );
});

function MenuPanel({ current }: Current) {
  const { t } = useTranslation();
  const social = useRootData()?.settings.social;
  return (
    <details className="menu" data-menu>
      <summary>
        <Icon of={MenuLines} />
        <Icon of={X} />
        <span>{t("header.menu")}</span>
      </summary>
      <div className="menu-panel">
        <nav aria-label={t("header.mainMenu")}>
          <ul>
            {headerLinks.map((link) => (
              <li key={link.label}>
                {link.click === "subList" ? <SubList link={link} current={current} /> : <Entry link={link} current={current} />}
              </li>
            ))}
          </ul>
        </nav>
        <div className="menu-foot">
          <p>
            <ButtonLink to="/register/beneficiary">{t("header.askForKit")}</ButtonLink>
          </p>
          <p>
            {t("header.question")} <Link to="/contact">{t("header.write")}</Link>
          </p>
          {social && <SocialProfiles social={social} />}
        </div>
      </div>
    </details>
  );
}

function SubList({ link, current }: { link: HeaderLink } & Current) {
  const { t } = useTranslation();
  return (
    <details open={link.children?.some(({ label }) => current.includes(label))} data-sub-list>
      <summary aria-current={current.includes(link.label) || undefined}>
        {t(link.label)}
        <Icon of={ChevronDown} />
      </summary>
      <ul>
        {link.children?.map((child) => (
          <li key={child.label}>
            <Entry link={child} current={current} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Entry({ link, current }: { link: HeaderLink } & Current) {
  const { t } = useTranslation();
  return (
    <Link to={link.target ?? "/"} aria-current={current.includes(link.label) ? "page" : undefined}>
      {t(link.label)}
      {link.description && <small>{t(link.description)}</small>}
    </Link>
  );
}

/** The organisation's profiles; the microblog's icon has no link. */
function SocialProfiles({ social }: { social: PublicSettings["social"] }) {
  const { t } = useTranslation();
  const profiles = [
    { url: social.professional, label: t("social.professional"), icon: ProfessionalNetwork },
    { url: social.video, label: t("social.video"), icon: VideoChannel },
    { url: social.photo, label: t("social.photo"), icon: PhotoNetwork },
  ].flatMap(({ url, ...one }) => (url ? [{ ...one, url }] : []));
  if (profiles.length === 0) return null;
  return (
    <ul className="social">
      {profiles.map(({ url, label, icon }) => (
        <li key={url}>
          <OutsideLink href={url} aria-label={label}>
            <Icon of={icon} />
          </OutsideLink>
        </li>
      ))}
      <li>
        <span>
          <Icon of={Microblog} />
        </span>
      </li>
    </ul>
  );
}
