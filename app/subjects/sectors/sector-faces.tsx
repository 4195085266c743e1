import { useTranslation } from "react-i18next";
import type { Portrait } from "#contract/publishing/portraits";
import { imageSet, imageUrl } from "~/images/image-url";
import { LocalizedText } from "~/ui/localized-text";

/** People of a team who agreed to be shown; people without photograph have the first letter of their name. */
export function SectorFaces({ portraits }: { portraits: Portrait[] }) {
  const { t } = useTranslation("team");
  if (portraits.length === 0) return null;
  return (
    <ul id="faces" className="grid grid-cols-2 gap-x-6 gap-y-8 wrap-anywhere sm:grid-cols-3 lg:grid-cols-4" aria-label={t("faces")}>
      {portraits.map(({ id, name, role, photoId }) => (
        <li key={id}>
          {photoId ? (
            <img
              src={imageUrl("local", photoId, 320, 1)}
              srcSet={imageSet("local", photoId, 320)}
              alt=""
              width={128}
              height={128}
              loading="lazy"
              className="face"
            />
          ) : (
            <span className="face" aria-hidden="true">
              {[...name][0]}
            </span>
          )}
          <b className="mt-3 block text-lg leading-tight">{name}</b>
          <span className="mt-1 block">
            <LocalizedText of={role} mark />
          </span>
        </li>
      ))}
    </ul>
  );
}
