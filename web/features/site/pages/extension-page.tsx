import { Link } from "react-router-dom";
import { paths } from "#web/paths.ts";
import { FactRows } from "#web/ui/fact-list.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";

/** What the browser extension does, what it sends, and how it is installed. */
export function ExtensionPage() {
	useDocumentTitle("Browser extension");
	return (
		<div className="page-width flex flex-col gap-12 py-8 sm:py-14">
			<div className="grid items-center gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_28rem]">
				<div className="flex flex-col items-start gap-5">
					<PageHeading className="max-w-[22ch] font-serif text-3xl font-semibold tracking-tight sm:text-4xl">
						See what was checked while you watch
					</PageHeading>
					<p className="max-w-[60ch] text-lg text-muted">
						The extension for Chrome and Firefox shows a video's score beside its title on YouTube,
						its statements on the progress bar, and each verdict with its sources in a panel that
						follows the video.
					</p>
				</div>
				<WatchPageDrawing />
			</div>
			<Section id="does" title="What it does">
				<FactRows
					rows={[
						[
							"Beside the title",
							"The score, the verdict and how many statements were checked, or “Not checked yet”. A result without enough sources is hollow and gray, as on this site.",
						],
						[
							"In the panel",
							"Press the score to open the panel. It lists every statement with its verdict, quote, sources and a link to the report. Press a time to jump to it.",
						],
						[
							"While it plays",
							"A small card appears when a statement is made. You can turn the cards off.",
						],
						[
							"At the player",
							"“Check the last minute” checks what was just said, and a card over the video shows what is done and then each verdict with its quote. It has keys of its own, which you can change in the settings.",
						],
						[
							"Signed in",
							"Check a minute or a whole video and watch the analysis, agree or disagree with a rating, and send the captions from your browser if YouTube does not give them to our server: those of the original sound, never of a dub.",
						],
					]}
				/>
			</Section>
			<Section id="sends" title="What it sends">
				<FactRows
					rows={[
						[
							"On its own",
							"The first four characters of a hash of the video's id, without cookies. Thousands of videos share them, so this site does not learn which one you watch.",
						],
						[
							"After a press",
							"The video's id, to load its report. If you press Check the last minute, Check This Video, Agree, Disagree or Send the Captions, we get that too, linked to your account: for the last minute, at which second of the video.",
						],
						[
							"Never",
							"Your password, your history or your other tabs. Nothing goes to anyone else. It has no analytics and loads no code from a server.",
						],
						[
							"Signing in",
							"You press Allow on this site. The extension gets its own key, which you can revoke under API keys in your account.",
						],
					]}
				/>
			</Section>
			<Section id="install" title="How to get it">
				<div className="prose-text">
					<p>
						The extension is part of this site's source code. It is not yet in the stores of Chrome
						and Firefox. <code>npm run extension</code> builds it for both; the README says how to
						load it. It uses the site it was built for, unless you choose another in its settings.
					</p>
					<p>
						<OutsideLink href="https://developer.chrome.com/docs/extensions/get-started/tutorial/hello-world#load-unpacked">
							How Chrome loads an unpacked extension
						</OutsideLink>
					</p>
				</div>
				<p>
					<Link to={paths.howItWorks()} className="link">
						How a score is made
					</Link>
				</p>
			</Section>
		</div>
	);
}

function Section({
	id,
	title,
	children,
}: {
	id: string;
	title: string;
	children: React.ReactNode;
}) {
	return (
		<section
			aria-labelledby={id}
			className="grid gap-x-14 gap-y-4 lg:grid-cols-[18rem_minmax(0,1fr)]"
		>
			<h2 id={id} className="font-serif text-2xl font-semibold">
				{title}
			</h2>
			<div className="flex flex-col items-start gap-4">{children}</div>
		</section>
	);
}

/** A watch page with the extension's parts: marks on the bar, the chip under the title, the panel. */
function WatchPageDrawing() {
	return (
		<svg viewBox="0 0 448 280" aria-hidden="true" className="h-auto w-full max-w-112" fill="none">
			<path d="M1 1h446v278H1z" className="fill-raised stroke-rule" />
			<path d="M16 16h268v151H16z" className="fill-ink" />
			<path d="m138 76 26 15-26 15z" className="fill-ground" />
			<path d="M26 154h248" className="stroke-rule" strokeWidth={4} />
			<path d="M60 148v12" className="stroke-muted" strokeWidth={4} />
			<path d="M128 148v12" className="stroke-muted" strokeWidth={4} />
			<path d="M212 148v12" className="stroke-muted" strokeWidth={4} />
			<path d="M16 186h190" className="stroke-ink" strokeWidth={8} />
			<rect
				x={16.75}
				y={202.75}
				width={190}
				height={32}
				rx={4}
				className="fill-ground stroke-rule"
				strokeWidth={1.5}
			/>
			<path d="m34 211 9 16H25z" className="stroke-muted" strokeWidth={2} strokeLinejoin="round" />
			<path d="M54 219h138" className="stroke-muted" strokeWidth={5} />
			<path d="M16 252h240M16 264h190" className="stroke-line" strokeWidth={4} />
			<path d="M300.75 16.75h130v247h-130z" className="fill-ground stroke-ink" strokeWidth={1.5} />
			<path d="M312 34h70" className="stroke-ink" strokeWidth={6} />
			<path d="M301 48h130" className="stroke-ink" strokeWidth={2} />
			{[72, 142, 212].map((y) => (
				<g key={y} transform={`translate(312 ${y})`}>
					<circle r={5} cx={6} className="stroke-muted" strokeWidth={2} />
					<path d="M18 0h60" className="stroke-muted" strokeWidth={4} />
					<path d="M0 16h106M0 26h80" className="stroke-ink" strokeWidth={3} />
					<path d="M0 40h96" className="stroke-rule" strokeWidth={3} />
				</g>
			))}
		</svg>
	);
}
