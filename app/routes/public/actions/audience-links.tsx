type Props = { label: string; links: { to: string; label: string }[] };

/** Each kind of people to their part of the page. */
export function AudienceLinks({ label, links }: Props) {
  return (
    <nav className="wrap flex flex-wrap gap-2 py-5" aria-label={label}>
      {links.map((link) => (
        <a key={link.to} href={link.to} className="pill">
          {link.label}
        </a>
      ))}
    </nav>
  );
}
