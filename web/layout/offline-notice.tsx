import { useEffect, useState } from "react";

/** Offline, what was loaded stays; this says since when. */
export function OfflineNotice() {
	const [since, setSince] = useState<Date | null>(() =>
		navigator.onLine ? null : new Date(),
	);
	useEffect(() => {
		const leave = () => setSince(new Date());
		const back = () => setSince(null);
		window.addEventListener("offline", leave);
		window.addEventListener("online", back);
		return () => {
			window.removeEventListener("offline", leave);
			window.removeEventListener("online", back);
		};
	}, []);
	return (
		<div role="status" className="sticky top-16 z-10">
			{since !== null && (
				<p className="bg-ink text-sm text-ground">
					<span className="page-width block py-2">
						You are offline. What you see was loaded before{" "}
						{since.toLocaleTimeString(undefined, {
							hour: "numeric",
							minute: "2-digit",
						})}
						.
					</span>
				</p>
			)}
		</div>
	);
}
