import { PROVIDER_NAMES } from "#contract/providers.ts";
import { useHealth, useSearches } from "#web/api/use-site.ts";
import { FactRows } from "#web/ui/fact-list.tsx";
import { listed, SourceNames } from "./source-names.tsx";
import type { TextSection } from "./text-page.tsx";

/** What leaves this site, and what stays in the browser. */
export const sharedSections: TextSection[] = [
	{
		id: "cookies",
		title: "Cookies and storage",
		body: (
			<>
				<p>
					Reading sets no cookie. There are four cookies, each needed for
					something you do:
				</p>
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
							"Shows for a year that you have signed in here before. So other people's wrong guesses at your password do not lock you out, and you get an email about a sign-in from a new browser, if this site sends email. Scripts cannot read it.",
						],
						[
							"Google sign-in",
							"Only on the way to Google and back, for ten minutes.",
						],
					]}
				/>
				<p>
					Your browser also stores three things for this site. They are never
					sent to us:
				</p>
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

/** Who receives data from this site, as it is set up. */
function Recipients() {
	return (
		<>
			<FactRows
				rows={[
					[
						"AI providers, rating",
						useSearches()
							? "One statement, the video's date, and passages from the pages we found. Nothing else from the video, and nothing about you."
							: "One statement and the video's date. Nothing else from the video, and nothing about you.",
					],
					["Sources", <Sources key="sources" />],
					[
						"AI provider, reading",
						"One of them gets the transcript in parts, to find its statements.",
					],
					[
						"Gemini, listening",
						"If a video has no captions we can read: the link of the public video.",
					],
					[
						"YouTube",
						"Our server asks YouTube about the video and for its captions. Your browser loads video pictures from YouTube's image server, which sees your network address. Nothing of its player loads before you press play.",
					],
					[
						"Your picture's host",
						"Our server, not your browser, fetches your picture from the address you gave, for you alone. Its host sees our server's address, and nothing about you.",
					],
					["Google", "If you sign in with Google: that you sign in here."],
					[
						"Email service",
						"If this site sends email: your address and the email.",
					],
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

/** What the search for sources sends. */
function Sources() {
	const health = useHealth();
	if (health === undefined) return null;
	if (health.evidence_sources.length === 0)
		return "Nothing: this site does not search for sources and opens no pages.";
	const added = "A page that you add to a statement is opened in the same way.";
	return health.mode === "demo" ? (
		`Nothing is searched outside this site: in demo mode, the sources are sample pages. ${added} Its server sees our server's address, and nothing about you.`
	) : (
		<>
			Our server sends search words about a statement to <SourceNames />, and
			opens the pages it finds. They see our server's address, and nothing about
			you. {added}
		</>
	);
}

/** The site's panel, as the server reports it. */
function PanelNotice() {
	const health = useHealth();
	if (health === undefined) return null;
	if (health.mode === "demo") {
		return (
			<p>
				<strong>This site runs in demo mode.</strong> No AI provider is set up,
				so none receives anything, and every score is simulated.
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
