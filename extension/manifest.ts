import { EXTENSION_IDS } from "#contract/extension.ts";

export type Target = "chrome" | "firefox";

/** The oldest versions that the extension is built for. */
export const EXTENSION_BROWSERS = { chrome: 120, firefox: 140 };

/** Gives the unpacked extension the same id on every machine; a store sets an id of its own. */
export const CHROME_PUBLIC_KEY =
	"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtr3idV7KoeB3Kw+lEG8THV+VbNAxAd9Ip6Yi6D3mZ+cA4WoDaiPTOCAWZrNK/P1IPV9iFywrFhI/BAtelkp0ZfJI4rBJ1LpEulhZiRrt6H4gp+C5MkMDQ8DYVMLrNmHoEWGwwE/1gHrjjs0z+2xjQmqsNJkb0l6GTF3NO4rmArRFZRsh7Ym8jyDwgZh9ENyWzsi85InAZ1OIQtt2GE+thv2IRI+RKbEZSHjjdhfC79OWH3TTh+J/CXRDPGy+F/XFFvHetzNfkQWgGPDMXot35Wp2rz5TICQ3+3EfmlfXSGdodmYBT0NWCYNZv2JEWLmNTtg1kMvzjRhOqC8swocz+QIDAQAB";

/** In-page navigation begins anywhere on the site and ends on a watch page, without a new load. */
const YOUTUBE = ["https://www.youtube.com/*", "https://m.youtube.com/*"];
/** Another server than the one it was built for; asked for when the options page takes it. */
const OTHER_SERVERS = ["https://*/*", "http://localhost/*", "http://127.0.0.1/*"];

/** Styles and scripts are files of the extension; it talks to a server and loads nothing from it. */
const PAGE_POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src https: http://localhost:* http://127.0.0.1:*; base-uri 'none'; form-action 'none'";

export const ICON_SIZES = [16, 32, 48, 128];

/**
 * The manifest of the extension that is built for a server. Chrome's store refuses a package with a
 * key of another extension, and gives one of its own.
 */
export function manifest(
	target: Target,
	server: string,
	version: string,
	{ for_store }: { for_store: boolean },
) {
	const icons = Object.fromEntries(ICON_SIZES.map((size) => [size, `icon-${size}.png`]));
	return {
		manifest_version: 3,
		name: "BS Detector",
		version,
		description:
			"Shows what was checked in a YouTube video, beside the player: score, statements and sources.",
		icons,
		permissions: ["storage", "identity"],
		// A match pattern has no port.
		host_permissions: [`${new URL(server).protocol}//${new URL(server).hostname}/*`],
		optional_host_permissions: OTHER_SERVERS,
		content_security_policy: { extension_pages: PAGE_POLICY },
		content_scripts: [
			{ matches: YOUTUBE, js: ["content.js"], run_at: "document_idle" },
			// The player's data is seen from there alone.
			{ matches: YOUTUBE, js: ["page-world.js"], run_at: "document_idle", world: "MAIN" },
		],
		web_accessible_resources: [{ resources: ["panel.html"], matches: YOUTUBE }],
		options_ui: { page: "options.html", open_in_tab: true },
		...(target === "chrome"
			? {
					...(!for_store && { key: CHROME_PUBLIC_KEY }),
					minimum_chrome_version: String(EXTENSION_BROWSERS.chrome),
					background: { service_worker: "background.js" },
				}
			: {
					background: { scripts: ["background.js"] },
					browser_specific_settings: {
						gecko: {
							id: EXTENSION_IDS.firefox,
							strict_min_version: EXTENSION_BROWSERS.firefox.toFixed(1),
							data_collection_permissions: {
								required: ["none"],
								optional: ["websiteContent", "authenticationInfo"],
							},
						},
					},
				}),
	};
}
