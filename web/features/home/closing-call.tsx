import { Link } from "react-router-dom";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";

/** The way back to the field, for those who read to the end. */
export function ClosingCall({ onStart }: { onStart: () => void }) {
	return (
		<section
			aria-labelledby="closing"
			className="flex flex-col items-start gap-4 border-t-2 border-ink pt-6 sm:flex-row sm:items-center sm:justify-between"
		>
			<div>
				<h2 id="closing" className="font-serif text-xl font-semibold">
					Heard something that sounds off?
				</h2>
				<p className="text-muted">
					Check the video before you pass it on. It takes about a minute.
				</p>
			</div>
			<div className="flex flex-wrap gap-3">
				<Button look="primary" onClick={onStart}>
					Check a Video
				</Button>
				<Link to={paths.about()} className={buttonClass("secondary")}>
					About BS Detector
				</Link>
			</div>
		</section>
	);
}
