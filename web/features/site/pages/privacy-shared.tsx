import { PROVIDER_NAMES } from "#contract/providers.ts";
import { useHealth, useSearches } from "#web/api/use-site.ts";
import { FactRows } from "#web/ui/fact-list.tsx";
import { listed, SourceNames } from "./source-names.tsx";
import type { TextSection } from "./text-page.tsx";

/** Data that leaves this site, and data that stays in the browser. */
export const sharedSections: TextSection[] = [
	{
		id: "cookies",
		title: "Cookies and storage",
		body: (
			<>
				<p>Reading sets no cookie. There are five cookies, each needed for something you do:</p>
				<FactRows
					rows={[
						[
							"Session",
							"Keeps you signed in for at most 90 days, and at most 14 days without a visit. Scripts cannot read it.",
						],
						[
							"Sign-up",
							"If you confirm your address by email: shows for 24 hours that this browser chose the password. Scripts cannot read it.",
						],
						[
							"Known browser",
							"Shows for a year that you have signed in here before. It keeps other people's wrong guesses at your password from locking you out. If this site sends email, you also get one about each sign-in from a new browser. Scripts cannot read it.",
						],
						[
							"Last write",
							"For ten minutes after you vote or change something: when that was, so that you see it at once. Scripts cannot read it.",
						],
						["Google sign-in", "Only on the way to Google and back, for ten minutes."],
					]}
				/>
				<p>Your browser also stores three things for this site. They are never sent to us:</p>
				<FactRows
					rows={[
						["Theme", "Light or dark, if you chose one."],
						["Shortcuts", "That you turned keyboard shortcuts off."],
						[
							"Running analyses",
							"The videos you started analyzing, for at most a day, so that this browser tells you when they are done.",
						],
					]}
				/>
			</>
		),
	},
	{
		id: "providers",
		title: "Who receives what",
		body: <Recipients />,
	},
];

const NO_PROVIDERS: [string, string][] = [
	["AI providers", "Nothing: in demo mode, none is asked."],
];

const ARCHIVE: [string, string][] = [
	[
		"Internet Archive",
		"The addresses of the pages that ratings quote, to find copies of them. Nothing about you.",
	],
];

function providerRows(searches: boolean): [string, string][] {
	return [
		[
			"AI providers, rating",
			searches
				? "One statement, the video's date, and passages from the pages we found. Nothing else from the video, and nothing about you."
				: "One statement and the video's date. Nothing else from the video, and nothing about you.",
		],
		[
			"AI provider, reading",
			"One of them, or the next if it fails, gets the transcript in parts to find its statements, and the statements to plan searches.",
		],
		[
			"Gemini, listening",
			"If Gemini is set up and a video has no captions we can read: the link of the public video.",
		],
	];
}

/** The recipients of data, according to this site's configuration. */
function Recipients() {
	const searches = useSearches();
	const demo = useHealth()?.mode === "demo";
	const providers = demo ? NO_PROVIDERS : providerRows(searches);
	return (
		<>
			<FactRows
				rows={[
					...providers,
					["Sources", <Sources key="sources" />],
					...(searches && !demo ? ARCHIVE : []),
					[
						"YouTube",
						"Our server asks YouTube about the video and for its captions. Your browser loads video pictures from YouTube's image server, which sees your network address. Nothing of its player loads before you press play.",
					],
					[
						"Your picture's host",
						"Our server, not your browser, fetches your picture from the address you gave, for you alone. Its host sees our server's address, and nothing about you.",
					],
					[
						"DNS",
						"Our server looks up the addresses of the sites it opens at a public DNS service: their host names.",
					],
					["Google", "If you sign in with Google: that you sign in here."],
					["Email service", "If this site sends email: your address and the email."],
					[
						"Your own programs",
						"If one of your calls names a webhook: the result, sent to that address.",
					],
					[
						"Hosting",
						"The company that hosts the site and its database processes all of it for us, and keeps technical logs of requests to find faults.",
					],
				]}
			/>
			<PanelNotice />
			<p>We sell nothing, and nobody else receives anything.</p>
		</>
	);
}

/** The data that a search for sources sends. */
function Sources() {
	const health = useHealth();
	if (health === undefined) return null;
	if (health.evidence_sources.length === 0)
		return "Nothing: this site does not search for sources and opens no pages.";
	return health.evidence_sources.includes("samples") ? (
		"Nothing: in demo mode, our server searches only the sample pages of this site. If you add a page to a statement, our server opens it; that page's server sees our server's address, and nothing about you."
	) : (
		<>
			Our server sends search words about a statement to <SourceNames />, and opens the pages it
			finds. They see our server's address, and nothing about you. A page that you add to a
			statement is opened in the same way.
		</>
	);
}

/** The site's panel, as reported by the server. */
function PanelNotice() {
	const health = useHealth();
	if (health === undefined) return null;
	if (health.mode === "demo") {
		return (
			<p>
				<strong>This site runs in demo mode.</strong> No AI provider is set up, so none receives
				anything, and every score is simulated.
			</p>
		);
	}
	const names = health.panel.map((provider) => PROVIDER_NAMES[provider]);
	return (
		<p>
			<strong>On this site the panel is {listed(names)}.</strong>
		</p>
	);
}
