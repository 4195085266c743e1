import { Link } from "./link";

/** Choices as links, one of which is current: a filter without script. On a phone they scroll sideways, elsewhere they take the lines they need. */
export function Pills({ label, links }: { label: string; links: { to: string; label: string; current: boolean }[] }) {
  return (
    <nav className="-mx-1.5 flex max-w-full gap-2 overflow-x-auto p-1.5 [scrollbar-width:none] md:flex-wrap" aria-label={label}>
      {links.map((link) => (
        <Link key={link.to} to={link.to} aria-current={link.current || undefined} className="pill">
          {link.label}
        </Link>
      ))}
    </nav>
  );
}
