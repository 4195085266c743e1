import { imageSet, imageUrl } from "~/images/image-url";
import { cachedFragment } from "./cached-fragment";
import { SvgSymbols } from "./inline-svg";
import { Link } from "./link";

/** The logo's two parts as symbols, once a page; every use of the logo refers to them. */
export const logoSymbols = `<symbol id="mark" viewBox="0 0 100 100"><mask maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="100" id="ma"><path fill="#fff" d="M0 0h100v100H0z"/><path fill="none" stroke="#000" stroke-width="19" d="M42 52V38a24 24 0 0 1 48 0v14"/></mask><mask maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="100" id="mb"><path fill="#fff" d="M0 0h100v100H0z"/><path fill="none" stroke="#000" stroke-width="19" d="M10 48v14a24 24 0 0 0 48 0V48"/></mask><g fill="none" stroke="currentColor" stroke-width="11"><rect x="10" y="14" width="48" height="72" rx="24" mask="url(#ma)"/><rect x="42" y="14" width="48" height="72" rx="24" mask="url(#mb)" class="second"/></g></symbol><symbol id="word" viewBox="116 0 308 100"><g transform="translate(116 2)" fill="none" stroke="currentColor" stroke-width="13" stroke-linecap="round"><path d="M7 78V43M7 58a15.5 15.5 0 0 1 31 0v20M38 58a15.5 15.5 0 0 1 31 0v20"/><circle cx="106" cy="60.5" r="18"/><path d="M124 43v35M147 43v35M170 13v65M193 13v65M264 43v35M264 59.5a16 16 0 0 1 32 0V78"/><circle cx="230" cy="60.5" r="18"/><path stroke-width="16" d="M147 20v.1"/></g></symbol>`;

/** The logo's symbols, once a page. */
export const LogoSymbols = cachedFragment("logo", () => <SvgSymbols shapes={logoSymbols} />);

/** The charity's own logo, or the product's mark and name, leading to a page; the product's colours follow its header. */
export function Brand({ to, label, logoId }: { to: string; label: string; logoId?: string | null }) {
  if (logoId)
    return (
      <Link className="brand" to={to} aria-label={label}>
        <img src={imageUrl("local", logoId, 320, 1)} srcSet={imageSet("local", logoId, 320)} alt="" />
      </Link>
    );
  return (
    <Link className="brand" to={to} aria-label={label}>
      <Mark />
      <svg aria-hidden="true">
        <use href="#word" />
      </svg>
    </Link>
  );
}

/** The two interlocked links alone. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href="#mark" />
    </svg>
  );
}
