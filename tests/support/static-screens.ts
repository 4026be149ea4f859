import { paths } from "#web/paths.ts";
import type { Screen } from "./screen.ts";
import { anyone } from "./screen-kinds.ts";

/** What there is to read about the product. */
export const static_screens: Screen[] = [
	{
		...anyone,
		name: "about",
		path: paths.about(),
		title: "About",
		heading: "About BS Detector",
	},
	{
		...anyone,
		name: "how-it-works",
		path: paths.howItWorks(),
		title: "How it works",
		heading: "How It Works",
	},
	{
		...anyone,
		name: "creators",
		path: paths.creators(),
		title: "For creators",
		heading: "Was your video checked? Answer where it is read.",
	},
	{
		...anyone,
		name: "api",
		path: paths.api(),
		title: "API",
		heading: "API",
	},
	{
		...anyone,
		name: "privacy",
		path: paths.privacy(),
		title: "Privacy Policy",
		heading: "Privacy Policy",
	},
	{
		...anyone,
		name: "terms",
		path: paths.terms(),
		title: "Terms of Service",
		heading: "Terms of Service",
	},
	{
		...anyone,
		name: "contact",
		path: paths.contact(),
		title: "Contact",
		heading: "Contact",
	},
];
