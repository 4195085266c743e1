import { Bell, Download, Search } from "lucide";
import { MenuLines, Microblog, PhotoNetwork, ProfessionalNetwork, VideoChannel } from "./custom-icons";
import type { Examples } from "./examples";
import { Icon } from "./icon";

const row = (icons: Parameters<typeof Icon>[0]["of"][]) => () => (
  <div className="gallery-row">
    {icons.map((icon) => (
      <Icon key={JSON.stringify(icon)} of={icon} />
    ))}
  </div>
);

export const examples: Examples = {
  piece: "Icon",
  states: {
    "of the package": row([Bell, Search, Download]),
    "of our own": row([MenuLines, ProfessionalNetwork, VideoChannel, PhotoNetwork, Microblog]),
    small: () => <Icon of={Search} className="size-4" />,
  },
};
