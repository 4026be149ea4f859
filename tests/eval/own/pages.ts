import type { OwnPage } from "./own-statement.ts";

/**
 * Pages about places, people and products that do not exist: what a model remembers does not
 * help, so a run with real models measures how they read.
 */
const page = (
	url: string,
	published_at: string | null,
	title: string,
	...text: string[]
): OwnPage => ({ url: `https://${url}`, published_at, title, text });

export const BRIDGE_OFFICE = page(
	"transport.larkhaven.example/ostrel-bridge",
	"2023-04-18",
	"The Ostrel Bridge",
	"The Ostrel Bridge opened to traffic on 12 April 2023 after six years of construction. It is 2,840 metres long and has two lanes in each direction, a footpath and a cycle track. The main span between the towers measures 640 metres.",
	"The bridge replaced the car ferry between Larkhaven and Dunmore, which made its last trip on the day before the opening. Construction cost 412 million crowns, 37 million more than the council had approved in 2016. Cars pay a toll of 3 crowns for each crossing, while cyclists and pedestrians cross free of charge.",
);

export const BRIDGE_NEWS = page(
	"www.ostrel-courier.example/2023/04/13/bridge",
	null,
	"Thousands walk across the strait",
	"Before the first cars were let on, thousands of people walked over the strait on Wednesday. From shore to shore the new crossing measures 2,840 metres, which makes it the longest in the province.",
	"According to the final account, the builders were paid 412 million crowns. Drivers are charged 3 crowns a trip; nobody on foot or on a bicycle has to pay. The old ferry was sold to an island in the south, and its crew of 26 found work at the harbour. Speeches were held by the mayor and by the engineer who drew the two towers.",
);

export const BRIDGE_TOLL = page(
	"transport.larkhaven.example/news/toll-2025",
	"2025-09-02",
	"New toll on the Ostrel Bridge",
	"From 1 October 2025 the toll for cars on the Ostrel Bridge rises from 3 to 5 crowns for each crossing. It is the first increase since the bridge opened in 2023. Cyclists and pedestrians still cross free of charge.",
	"The transport office explains the increase with the costs of repainting the towers, which begins in spring and takes two years. Holders of a monthly pass pay 60 crowns, as before. The council approved the new toll in August with 19 votes to 12. A further increase is not planned before 2028.",
);

export const LAKE_SURVEY = page(
	"www.merrow-institute.example/lake-survey",
	"2022-06-30",
	"Survey of Lake Merrow",
	"Lake Merrow covers 118 square kilometres. At its deepest point, off the eastern shore, the survey measured 73 metres. Between 1980 and 2020 the water at the surface became warmer by 1.4 degrees on average.",
	"Nets and cameras recorded 31 species of fish, four of them not seen in earlier surveys. The level of phosphorus fell by 48 percent after the sewage works at Corr was rebuilt in 1997. Ice covered the whole lake in only two winters since 2000; before 1980 it did so in most winters. No trace of large animals other than otters was found.",
);

export const LAKE_GUIDE = page(
	"valley-guide.example/lake-merrow",
	"2021-05-04",
	"A guide to Lake Merrow",
	"The lake is the largest of the valley: its surface of 118 square kilometres would hold the old town of Corr forty times. Divers like the wall off the eastern shore, where the bottom lies 73 metres below.",
	"Bathing is allowed on six beaches from May to September. The legend of the Merrow beast was invented by the owner of a hotel in 1932, as he admitted in his memoirs; the photograph that made it famous shows a floating log. Boats with petrol engines have been forbidden since 1988, and electric ones may be hired at the pier.",
);

export const TRAM_2019 = page(
	"velden-transit.example/report-2018",
	"2019-03-05",
	"Annual report of the Velden tram",
	"The Velden tram has four lines with 61 stops. In 2018 it carried 22.6 million passengers, 5 percent more than in the year before. All trams run on electricity from the hydropower station at Corr.",
	"Rides on Sundays are free of charge, which costs the city 1.9 million crowns a year. The oldest trams date from 1984 and will be replaced by 2026. In the survey of passengers, 81 percent said that they were satisfied. Two accidents with injured people were recorded, one fewer than in 2017.",
);

export const TRAM_2024 = page(
	"velden-transit.example/news/fifth-line",
	"2024-05-20",
	"The fifth line is open",
	"The fifth line of the Velden tram opened on 18 May 2024. The network now has five lines with 74 stops. The new line links the university with the hospital in eleven minutes.",
	"Free rides on Sundays ended on 1 January 2024, when the city cut its subsidy; since then a ticket is needed on every day of the week. In 2023 the tram carried 24.1 million passengers. The last trams of 1984 were taken out of service in March, two years earlier than planned. Forty new trams were delivered by the works at Dunmore.",
);

export const TRAM_NEWS = page(
	"www.corr-daily.example/2024/05/19/tram",
	null,
	"Velden celebrates its tram",
	"With music and free cake the city celebrated the opening of another line on Saturday. There are five of them now, and 74 stops between the hills and the harbour.",
	"Not everyone was pleased. Since the beginning of the year passengers have had to buy a ticket on Sundays too, which used to be free. The drivers' union asked for more breaks at the terminus by the hospital. The mayor promised a sixth line to the airport, for which no money has been found so far, and no date was given.",
);

export const COUNCIL_2020 = page(
	"council.larkhaven.example/mayors/2020",
	"2020-11-04",
	"New mayor sworn in",
	"Ines Tarrow was sworn in as mayor of Larkhaven on 3 November 2020. She won the election with 54 percent of the votes against 46 percent for Jon Abelin. The turnout was 61 percent.",
	"In her speech she named housing as her first task: 1,500 flats are to be built within four years, a third of them with controlled rents. The council has 31 seats, of which her list holds 14. A coalition with the harbour party was agreed on in October. The mayor of Larkhaven is elected every four years and may serve twice.",
);

export const COUNCIL_2024 = page(
	"council.larkhaven.example/mayors/2024",
	"2024-11-06",
	"Change at the town hall",
	"Jon Abelin was sworn in as mayor of Larkhaven on 5 November 2024. He follows Ines Tarrow, who did not stand again. He won the election with 51 percent of the votes.",
	"Of the 1,500 flats that were promised in 2020, 940 had been finished by the end of October, and 310 of those have controlled rents. The new council has 31 seats, as before. The turnout was 58 percent, three points lower than four years earlier. Abelin announced that the town hall would be open on Saturdays.",
);

export const SYRUP_TRIAL = page(
	"journal-of-merrow-medicine.example/syrup-trial",
	"2021-02-11",
	"Pellin syrup for cough in children: a randomised trial",
	"In this trial 320 children with cough were given Pellin syrup or a placebo. Cough lasted 6.1 days with the syrup and 6.3 days with the placebo; the difference was not significant (p = 0.62).",
	"Drowsiness was reported in 14 percent of the children who took the syrup and in 5 percent of those who took the placebo. No serious side effect occurred. The trial was paid for by the province. Children under two years were not included. The authors conclude that the syrup does not shorten cough, and that parents should be told so.",
);

export const SYRUP_MAKER = page(
	"www.pellin-remedies.example/syrup",
	"2021-03-01",
	"Pellin syrup: help for small throats",
	"Pellin syrup shortens cough by three days. That is what eight of ten parents told us when we asked 50 of them after the winter. The recipe with thyme and honey is a hundred years old.",
	"The syrup is sold in bottles of 100 and 250 millilitres at every pharmacy of the province. It is made at Corr by 40 people. Give a spoonful three times a day after a meal. Children under two years should not take honey. Keep the bottle closed and in a cool place, and use it up within six weeks.",
);

export const SYRUP_PANEL = page(
	"health-panel.example/assessments/pellin",
	"2023-05-15",
	"Assessment of Pellin syrup",
	"The panel examined four trials of Pellin syrup with 1,204 children in all. None of them found that cough ended earlier than with a placebo. The syrup was taken off the list of refunded medicines in June 2023.",
	"The panel received 212 letters from parents who asked that the syrup be kept on the list. Experience of this kind cannot show whether a cough would have ended by itself, as most do within a week. The maker was heard and presented a survey of 50 parents. Side effects were mild and rare, with drowsiness the most frequent.",
);

export const BATTERY_LAB = page(
	"tarn-laboratory.example/reports/cell-b4",
	"2024-01-22",
	"Endurance of the Brisk B4 cell",
	"After 1,000 charging cycles at 25 degrees the Brisk B4 cell kept 91 percent of its capacity. At 45 degrees it kept only 68 percent after the same number of cycles. Below freezing the tests were stopped after 300 cycles.",
	"The laboratory tested 48 cells from three deliveries. Two cells failed early because of a faulty seal. A full charge took 38 minutes on average. The cell contains no cobalt, as an analysis of its electrodes confirmed. The report was ordered by a consumers' association, which bought the cells in shops.",
);

export const THEFTS = page(
	"statistics.dunmore.example/thefts-2022",
	"2023-02-20",
	"Recorded thefts in Dunmore, 2022",
	"Recorded thefts in Dunmore fell from 1,240 in 2021 to 930 in 2022, a fall of 25 percent. Since January 2022 thefts of goods worth less than 50 crowns are no longer recorded; counted as before, the number would have been 1,190.",
	"Burglaries of homes rose from 88 to 97. The police solved 34 percent of the recorded thefts, as many as in 2021. Bicycles were stolen most often near the station, where a guarded parking house opens next year. The figures for the whole province will be published in May.",
);

export const JOBS_MARCH = page(
	"statistics.dunmore.example/labour/2025-03",
	"2025-04-08",
	"Labour market, March 2025",
	"The unemployment rate of the province was 6.2 percent in March 2025, after 6.4 percent in February. In Dunmore it was 7.1 percent, in Larkhaven 5.5 percent. Altogether 48,300 people were without work.",
	"Most new jobs came from shipping and from care. The number of vacancies rose to 11,900. The rate is computed by the method that the province has used since 2010: people who looked for work in the last four weeks, divided by the labour force. The figures are revised once a year in January.",
);

export const JOBS_SEPTEMBER = page(
	"statistics.dunmore.example/labour/2025-09",
	"2025-10-07",
	"Labour market, September 2025",
	"The unemployment rate of the province fell to 5.3 percent in September 2025, the lowest since 2011. In Dunmore it was 6.0 percent, in Larkhaven 4.7 percent. Altogether 41,200 people were without work.",
	"The shipyard hired 600 people for a new dock. The number of vacancies fell to 10,700. As in every autumn, fewer people were registered after the harvest. The rate is computed by the method that the province has used since 2010, and the figures are revised once a year in January.",
);
