import { Link } from "react-router-dom";
import { KEPT_NOTIFICATIONS } from "#contract/limits.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { useHealth, useSearches } from "#web/api/use-site.ts";
import { paths } from "#web/paths.ts";
import { FactRows } from "#web/ui/fact-list.tsx";
import { useDocumentTitle } from "#web/ui/page-heading.tsx";
import { listed, SourceNames, TextPage, type TextSection } from "./text-page.tsx";

export function PrivacyPage() {
	useDocumentTitle("Privacy Policy");
	return (
		<TextPage
			title="Privacy Policy"
			lead={
				<>
					<p>
						We store what an account needs, and nothing about people who only read. “We” are the
						people who run this site.
					</p>
					<p className="text-sm">Last updated: January 1, 2025</p>
					<p className="text-sm">
						Changed since: November 22, 2026 (how long a vote's network is stored; pages that
						members add; how your own picture is fetched); November 23, 2026 (the Internet Archive);
						November 24, 2026 (the network that captions are sent from); November 27, 2026 (the
						network that disputes are sent from; problems that you report; Crossref; accounts of one
						mailbox; email that failed)
					</p>
				</>
			}
			sections={privacySections}
		/>
	);
}

/** What is stored about a member, a visitor and a video. */
const storedSections: TextSection[] = [
	{
		id: "readers",
		title: "If you only read",
		body: (
			<p>
				We store nothing about you in our database. There is no tracking, no analytics and no
				advertising. We count requests per network address, so that nobody can flood the site or
				guess passwords. We do not store what you searched for.
			</p>
		),
	},
	{
		id: "members",
		title: "If you have an account",
		body: (
			<>
				<FactRows
					rows={[
						[
							"Account",
							"Your name, your email address and whether you confirmed it, for a day a new address that you asked for, when you joined, and the address of your picture if you gave one.",
						],
						["Password", "Only as a salted hash (scrypt). Nobody can read the password from it."],
						[
							"Google",
							"If you sign in with Google: your Google account number and the email address Google confirmed. A new account takes its name and picture from Google; you can change both.",
						],
						[
							"Sessions",
							"For each signed-in browser: when it signed in, when it was last active, and its name and system.",
						],
						[
							"API keys",
							"The name you gave each key, its first characters, a hash, and when it was created and last used.",
						],
						[
							"What you do",
							"Which statements you voted on and how. The network you voted from, only as a keyed hash: for two to three minutes, so that we notice coordinated votes, and for up to an hour while we check such votes. Whether a vote looked coordinated, or another account with your mailbox had voted. Which videos you analyzed, when, and the outcome.",
						],
						[
							"Pages you add",
							"The address, title and date of each page you add to a statement, which statement, and when. Only you see that you added it. If the report quotes the page, everyone sees the page, marked as added by a member, without your name.",
						],
						[
							"Disputes you send",
							"The page, what you wrote, and when. The network you sent one from, only as a salted hash, until the dispute is settled, so that no network fills a statement's queue.",
						],
						[
							"Problems you report",
							"What you wrote, about which page, and when; your email address, if you give one, until 90 days after our answer. Who has your notice’s address can read it, without your email address.",
						],
						[
							"Captions you send",
							"For captions from your browser: the video, when you sent them, and a hash of their words. The network you sent them from, only as a salted hash, for at most 90 days, so that captions are confirmed from two networks.",
						],
						[
							"What you follow",
							"Which channels, claims and videos, since when, and when you last looked at what is new. The secret of your feed, only as a hash. If you asked for the weekly email: until when it has told you what is new.",
						],
						[
							"API calls",
							"Which analyses your programs requested through v1, and their outcome. We delete these after 90 days.",
						],
						[
							"As a creator",
							"Your claims on channels with their links, comments and decisions, and your responses with their earlier versions. A response that you withdraw is no longer shown, but stored until you delete your account.",
						],
						[
							"Email that failed",
							"If an email to you could not be delivered: the domain of your address, the subject, and what the mail server said, for 30 days.",
						],
						["Notifications", `The newest ${KEPT_NOTIFICATIONS}; older ones are deleted.`],
					]}
				/>
				<p>
					We store the links and codes we send by email as hashes. A link to confirm an address, and
					the code beside it, work for 24 hours, those to choose a new password for 30 minutes. For
					limits, the spellings of a Gmail address count as one mailbox; we store nothing more for
					it.
				</p>
			</>
		),
	},
	{
		id: "newsletter",
		title: "If you subscribe to the newsletter",
		body: (
			<p>
				Your email address, and when you subscribed, confirmed and unsubscribed. If this site sends
				email, we ask you to confirm first, and the next email has a link to unsubscribe at any
				time. We store the links and the codes beside them as hashes. An unsubscribed address stays
				on the list, marked as unsubscribed. Deleting an account with the address removes it. Only a
				confirmed subscription stays if the account's own address was never confirmed. The account's
				export contains it once that address is confirmed.
			</p>
		),
	},
	{
		id: "videos",
		title: "About videos",
		body: (
			<p>
				A report contains what the video's own page shows in public (title, channel, date, views),
				its transcript, the ratings, and short quotes from the pages we opened, with their
				addresses. A transcript that you paste becomes part of the public report, without your name,
				and so do names that you give its speakers, until you delete them or your account. If you
				own the video, <Link to={paths.corrections()}>Corrections</Link> explains what you can do.
			</p>
		),
	},
	{
		id: "public",
		title: "What others can see",
		body: (
			<>
				<p>
					The leaderboard and recent activity show your name with your votes and analyses; the API
					also shows the address of your picture. You can hide yourself from both on{" "}
					<Link to={paths.account()}>your account page</Link>. A response shows the channel's name,
					not yours.
				</p>
				<p>
					Your email address is never shown to other visitors. The people who review channel claims
					see the name and email address of the member who made the claim, and the people who send
					the newsletter see its list.
				</p>
			</>
		),
	},
];

function AnythingElse() {
	const reachable = Boolean(useHealth()?.contact_email);
	return reachable ? (
		<p>
			For anything else, <Link to={paths.contact()}>write to us</Link>.
		</p>
	) : (
		<p>For anything else, ask the operator of this site, who has not published an address here.</p>
	);
}

/** Data that leaves this site, and data that stays in the browser. */
export const sharedSections: TextSection[] = [
	{
		id: "cookies",
		title: "Cookies and storage",
		body: (
			<>
				<p>Reading sets no cookie. There are six cookies, each needed for something you do:</p>
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
						[
							"Google address to confirm",
							"If your Google address has an account that you have to sign in to once, for half an hour.",
						],
					]}
				/>
				<p>
					A card of ours on another site sets no cookie and stores nothing. If that site asks for
					it, as WordPress does, the card tells it its own height and which of its links you press.
				</p>
				<p>Your browser also stores seven things for this site. They are never sent to us:</p>
				<FactRows
					rows={[
						["Theme", "Light or dark, if you chose one."],
						["Shortcuts", "That you turned keyboard shortcuts off."],
						["Reading", "That you chose to read reports without signing in."],
						[
							"Signed in before",
							"That somebody has signed in with it, so that it asks them to sign in and offers others a new account.",
						],
						[
							"Running analyses",
							"The videos you started analyzing, for at most a day, so that this browser tells you when they are done.",
						],
						[
							"Your link",
							"The video link that you entered before you signed in, for an hour, or for a day if you have to confirm your address by email, so that its analysis starts by itself.",
						],
						[
							"Opened channels",
							"If you are signed in: the last three channels whose reports you opened, so that we can suggest whom to follow.",
						],
					]}
				/>
			</>
		),
	},
	{ id: "providers", title: "Who receives what", body: <Recipients /> },
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

const CROSSREF: [string, string][] = [
	[
		"Crossref",
		"The DOIs of papers that our server opens, to learn whether they were retracted, unless this site turned that off. Nothing about you.",
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
					...(searches ? CROSSREF : []),
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
				anything.
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

const privacySections: TextSection[] = [
	...storedSections,
	...sharedSections,
	{
		id: "choices",
		title: "Your choices",
		body: (
			<>
				<p>
					You can do all of this on <Link to={paths.account()}>your account page</Link>, at any
					time, without asking anyone:
				</p>
				<ul>
					<li>Export the data of your account, in one JSON file.</li>
					<li>Change your name, picture and password.</li>
					<li>Sign out any browser and delete any API key.</li>
					<li>Hide yourself from the community.</li>
					<li>
						Delete your account. We delete your name, email address, votes, follows, notifications,
						API keys, sessions, added pages, claims, responses and, as said above, your address on
						the newsletter's list at once, and recount the votes without yours. The analyses you
						started remain, without your name.
					</li>
				</ul>
				<AnythingElse />
			</>
		),
	},
	{
		id: "children",
		title: "Children",
		body: (
			<p>
				You must be at least 13 years old to have an account here. Nobody under 13 is allowed to
				sign up or give us their data. If we learn that someone under 13 has an account, we delete
				it.
			</p>
		),
	},
	{
		id: "changes",
		title: "Changes",
		body: <p>When we store something else, we change this page and add the date at the top.</p>,
	},
];
