/**
 * What pages can do beyond HTML, on every page, with or without the framework: at most 3 KB. Each piece works on
 * attributes (`data-…`) of complete HTML, so a page without it loses convenience, never a function.
 */
import { guardForms } from "./forms";
import { storeLanguage } from "./language";
import { guardLogOut } from "./log-out";
import { closeMenus } from "./menu";
import { cacheOfflinePage } from "./offline";
import { prefetchOnIntent } from "./prefetch";
import { offerPrinting } from "./print";
import { openSearch } from "./search";
import { offerSharing } from "./share";
import { runToasts } from "./toasts";
import { watchVersion } from "./version";

storeLanguage();
closeMenus();
openSearch();
runToasts();
guardForms();
guardLogOut();
offerPrinting();
offerSharing();
prefetchOnIntent();
watchVersion();
cacheOfflinePage();
