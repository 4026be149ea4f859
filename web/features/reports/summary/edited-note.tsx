import type { ReactNode } from "react";
import { clockTime, plural } from "#contract/format.ts";
import type { VideoEdit } from "#contract/video.ts";
import { useDates } from "#web/ui/format.ts";
import { Icon } from "#web/ui/icon.tsx";

/** Says that the report is about an earlier version of the video. */
export function EditedNote({
	edit: { noticed_at, duration, captions_changed, affected },
	children,
}: {
	edit: VideoEdit;
	children: ReactNode;
}) {
	const { date } = useDates();
	return (
		<section
			aria-labelledby="edited"
			className="flex flex-col items-start gap-3 border-l-4 border-ink bg-sunken px-4 py-3 text-sm"
		>
			<div>
				<h2 id="edited" className="flex items-center gap-2 text-base font-semibold">
					<Icon name="warning" />
					The video was edited after this analysis
				</h2>
				<p className="max-w-[68ch]">
					{`First noticed on ${date(noticed_at)}.`}
					{duration &&
						` It was ${clockTime(duration.analysed)} long and is now ${clockTime(duration.now)}.`}
					{captions_changed !== null &&
						` ${captions_changed}% of the words in its captions have changed.`}{" "}
					{affected === 0
						? "The words of all statements are still in its captions."
						: `The votes on ${plural(affected, "statement")} that may no longer be in it are set aside.`}{" "}
					Scores and times are those of the earlier video.
				</p>
			</div>
			{children}
		</section>
	);
}
