import { defaultAvatar } from "~/images/image-url";

/** A person's picture, or else their initials. The name is shown beside it. */
export function Avatar({ name, url }: { name: string; url?: string }) {
  if (url && url !== defaultAvatar) return <img src={url} alt="" width={36} height={36} loading="lazy" className="avatar object-cover" />;
  return (
    <span className="avatar" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? "").join("");
}
