const STEPS: { title: string; text: string }[] = [
	{
		title: "Claim your channel",
		text: "Give the link to your channel, or to any video of it. You get a short code.",
	},
	{
		title: "Show that it is yours",
		text: "Put the code into the channel's description on YouTube and press Verify. We look for it there. Where a code cannot decide, our team reviews your claim within 24-48 hours.",
	},
	{
		title: "Answer",
		text: "Respond to a whole report or to a single statement, under the channel's name. You can change or withdraw it later; earlier wordings stay readable beside it until then.",
	},
];

/** From a channel to an answer in its reports. */
export function CreatorSteps() {
	return (
		<ol className="grid gap-8 md:grid-cols-3">
			{STEPS.map(({ title, text }, index) => (
				<li
					key={title}
					className="flex flex-col gap-2 border-t-2 border-ink pt-4"
				>
					<h3 className="font-serif text-lg font-semibold">
						{index + 1}. {title}
					</h3>
					<p className="text-muted">{text}</p>
				</li>
			))}
		</ol>
	);
}
