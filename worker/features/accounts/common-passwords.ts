/** The most common words, used alone and with a few characters after them. */
export const COMMON_WORDS = `
password passwort passw0rd p@ssword p@ssw0rd pass pa55word contrasena motdepasse parola senha secret
qwerty qwertz azerty qwertyui qwertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qweasd qweasdzxc
qwer qazwsxedc wsxedc poiuytrewq lkjhgfdsa mnbvcxz ytrewq qweqwe asdasd zxczxc asdqwe abcdef abcdefg
abcdefgh abcabc abcd abc aaaaaa test tester testing tested demo user guest login admin administrator
root system manager master mister letmein welcome hello helloworld access default changeme changeit
temp temporary newpass newpassword mypassword mypass thepassword nopassword server computer internet
google facebook youtube twitter instagram linkedin amazon yahoo hotmail gmail microsoft windows apple
iphone samsung android nokia sony playstation xbox nintendo mario pokemon pikachu minecraft fortnite
roblox counter warcraft starcraft diablo zelda sonic tetris starwars startrek skywalker darthvader
yoda vader matrix neo trinity batman superman spiderman ironman hulk captain avengers marvel wolverine
joker robin naruto sasuke goku vegeta dragonball pirate ninja samurai wizard merlin gandalf frodo hobbit
harry potter hogwarts hermione dumbledore snoopy garfield mickey minnie donald tigger pooh bugsbunny
simpsons homer bart scooby barney elmo shrek nemo simba bambi dumbo stitch spongebob patrick
iloveyou iloveu ilove loveyou lovely love lover lovers loveme lovelove babygirl babyboy baby babe honey
sweetie sweetheart sweet sugar candy princess prince queen king angel angels angela heaven devil demon
satan jesus christ jesuschrist god godisgood blessed faith hope grace mercy bible church michael
sunshine moonlight starlight sunset sunflower flower flowers rainbow summer winter spring autumn
january february march april monday tuesday wednesday thursday friday saturday sunday football soccer
baseball basketball hockey tennis golf golfer rugby cricket boxing wrestling skater surfer runner
swimming racing chelsea arsenal liverpool manchester everton barcelona realmadrid juventus milan
bayern dortmund celtic rangers yankees lakers bulls cowboys steelers packers eagles raiders broncos
patriots dolphins redsox cubs giants ronaldo messi beckham jordan kobe lebron tiger tigers lion
lions bear bears wolf wolves eagle falcon hawk shark whale dolphin panther jaguar leopard cheetah
cobra viper python snake spider scorpion dragon dragons phoenix unicorn pegasus monkey monkeys
gorilla rabbit bunny hamster turtle horse horses pony donkey chicken rooster turkey buffalo elephant
giraffe zebra penguin parrot butterfly ladybug dog doggy puppy doggie cat kitty kitten kittycat mouse
rat pig piglet fish frog duck ducks cow bull sheep goat bird birds raven
james john robert david william richard thomas charles charlie daniel matthew anthony mark donald
steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob
gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander
raymond patrick jack dennis jerry tyler aaron jose adam nathan henry douglas zachary peter kyle walter
ethan jeremy harold keith christian roger noah gerald carl terry sean austin arthur lawrence jesse
dylan bryan joe billy bruce albert willie gabriel logan alan juan wayne roy ralph randy eugene vincent
russell elijah louis bobby philip johnny mary patricia jennifer linda elizabeth barbara susan jessica
sarah karen nancy lisa betty margaret sandra ashley kimberly emily donna michelle dorothy carol amanda
melissa deborah stephanie rebecca sharon laura cynthia kathleen amy shirley anna brenda pamela emma
nicole helen samantha katherine christine debra rachel carolyn janet catherine maria heather diane
ruth julie olivia joyce virginia victoria kelly lauren christina joan evelyn judith megan andrea
cheryl hannah jacqueline martha gloria teresa ann sara madison frances kathryn janice jean alice
julia judy sophia denise amber doris marilyn danielle beverly isabella theresa diana natalie brittany
charlotte marie kayla alexis lori claire sabrina vanessa tiffany jasmine chelsea monica veronica
carlos miguel antonio francisco luis pedro pablo diego fernando ricardo eduardo alejandro alejandra
daniela valentina camila mariana gabriela carolina claudia sofia lucia pierre nicolas julien camille
sophie marine antoine alexandre stefan thorsten sebastian matthias andreas thomas michaela sabine
giovanni giuseppe francesco alessandro andrea marco luca matteo olga natasha tatiana svetlana
vladimir sergey dmitry ivan nikita andrey alexey mohamed mohammed muhammad ahmed fatima aisha ali
hassan hussein ibrahim omar yusuf krishna ganesh lakshmi rahul priya deepak sanjay amit
america american usa canada mexico brasil brazil argentina england london paris france germany
deutschland berlin hamburg italia italy roma spain madrid portugal russia moscow china beijing
shanghai japan tokyo korea seoul india mumbai delhi pakistan indonesia jakarta philippines manila
vietnam thailand bangkok australia sydney melbourne newyork brooklyn chicago boston dallas houston
texas florida miami california losangeles sanfrancisco seattle denver phoenix atlanta detroit vegas
lasvegas hawaii alaska nigeria africa egypt
mercedes bmw audi porsche ferrari lamborghini toyota honda nissan mazda mustang camaro corvette
ford chevy chevrolet dodge jeep harley yamaha kawasaki suzuki ducati subaru volvo volkswagen
jaguar lexus mitsubishi hyundai tesla truck trucker driver racecar turbo speed speedy rocket
metallica nirvana slipknot eminem tupac beatles queen acdc pinkfloyd ledzeppelin greenday blink182
linkinpark rammstein megadeth ironmaiden kissme rockstar rocknroll guitar drummer bassman piano music
musica musical dance dancer dancing singer artist poetry
money dollar dollars million millionaire rich diamond diamonds gold golden silver platinum bitcoin
crystal ruby emerald sapphire pearl cash casino poker winner winning victory champion champ legend
hero heroes soldier army marine marines navy police fireman fighter killer hunter hunting fishing
fisherman shooter sniper gunner ranger rider knight warrior viking pirate pirates cowboy gangster
thug playboy player gamer gaming hacker hacking nothing something anything everything whatever
whatever nobody somebody trustno1 trustme believe dreams dreamer dream freedom liberty peace
forever friends friend friendship family mother father mommy daddy mamma mom dad brother sister
grandma grandpa children school teacher student college university doctor nurse lawyer office
business company service support security private access123 public
purple orange yellow green blue red black white silver pink brown scarlet violet indigo blackie
blacky blue123 redred redhead bluebird blackbird bluesky bluemoon greenday greentea
chocolate cookie cookies biscuit cupcake banana cherry strawberry apples peaches peanut pepper
ginger cinnamon vanilla coffee pizza burger cheese butter chicken bacon beer vodka whiskey tequila
corona budweiser heineken guinness cocacola pepsi sprite mountain river ocean beach island forest
thunder lightning storm hurricane tornado fire water earth flame snow snowball snowman icecream
fuckyou fuckme fuckoff fuck asshole bitch bastard pussy shithead bullshit sexy sexygirl sexyboy
hottie horny hardcore naughty xxxxxx dickhead bigdaddy bigdog bigboy bigman smokey smoke weed
marijuana ganja stoner reggae marley bobmarley rasta jamaica
merry christmas halloween easter birthday holiday vacation party happy happiness lucky luckyone
smile smiley laugh funny crazy cool coolman awesome perfect beautiful pretty gorgeous cute cutie
magic mystery secret123 shadow ghost vampire zombie monster lestat dracula raven midnight darkness
dark star stars galaxy universe saturn jupiter mercury venus pluto apollo zeus athena hercules
achilles spartan sparta trojan titan titanic atlantis alpha omega delta gamma sigma
buster buddy rocky max maxwell maggie molly bailey sadie lucky duke toby oreo bandit brandy sophie
chester oscar cooper sammy teddy teddybear rusty jake bella lola coco daisy lily rose rosie jasper
tucker hunter harley casper felix simon sylvester tweety princess muffin peanut pumpkin patches
precious socks boots spike tank rambo rascal scooter scout shelby sierra smokey snowflake
taylor jordan morgan parker cameron tyson brady bailey mason carter hayden riley jamie sydney dakota
montana cheyenne savannah brooklyn chelsea paris kennedy lincoln washington clinton reagan obama trump
alexandra alexander michelle melanie marina martin maurice melissa miranda monique nadine natalia
mustafa galatasaray fenerbahce besiktas istanbul mehmet
corazon teamo tequiero mariposa princesa estrella bonita hermosa amigos futbol america chocolate
teddy123 dieterich schatz hallo hallo123 sommer winter frankfurt schalke ficken arschloch
soleil bonjour doudou loulou chouchou marseille nathalie amour coucou azertyuiop
ciao ciaociao amore tesoro juventus forzamilan napoli stellina
privet lubov sergei marina spartak zenit
woaini wodeai nihao sakura hentai anime naruto123 kawaii doraemon
letmein2 openup opensesame sesame abracadabra hocuspocus shazam bingo bonjovi wrinkle goober
rainbow6 computer1 apollo13 bond007 agent007 jamesbond catch22 area51 blink182 route66 hotrod
abc123 a1b2c3 a1b2c3d4 q1w2e3 q1w2e3r4 q1w2e3r4t5 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2
zaq12wsx zaq1xsw2 qwe123 asd123 zxc123 aa123456 a123456 a12345 a1234567 a12345678 abc12345 123abc
123qwe 123qweasd 1234qwer 12345qwert 123456a 123456q 12345a 1a2b3c 1password 123password 1234abcd
q123456 qwer1234 qaz123 qwerty12345 pass1word pa55w0rd pass@word admin@123 p4ssw0rd p4ssword
`;

/** The most common runs of digits and keys. */
export const COMMON_RUNS = `
123456 1234567 12345678 123456789 1234567890 0123456789 012345 0123456 01234567 012345678 654321
7654321 87654321 987654321 9876543210 0987654321 098765 121212 123123 123123123 123321 1234321
123454321 12344321 112233 11223344 1122334455 111222 222333 123654 123654789 147258 147258369 159357
159753 159951 147852 14789632 741852 741852963 753951 789456 789456123 789789 456456 456789 456123
963852 963852741 258456 852456 321321 321654 101010 102030 10203040 102938 10101010 123412 12341234
131313 141414 151515 161616 171717 181818 191919 202020 212121 232323 242424 252525 313131 343434
420420 424242 454545 515151 525252 565656 575757 636363 646464 656565 676767 686868 696969 717171
727272 747474 757575 787878 797979 818181 828282 838383 848484 858585 868686 878787 888999 898989
909090 919191 929292 939393 949494 959595 969696 979797 989898 135790 135792468 246810 24681012
314159 31415926 271828 123456123 123456789a 123456789q 111213 100200 123000 111000 000111 999666
666999 007007 999888 998877 9988776655 778899 445566 332211 159159 147147 258258 369369 963963 852852
741741 951951 357357 753753 520520 5201314 1314520 521521 19841984 20002000 password1! p@ssword1
`;
