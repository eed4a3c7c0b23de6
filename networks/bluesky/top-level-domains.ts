/**
 * Ends of names that are taken for addresses when no "https://" stands before them: every country, and the
 * general ones in common use. A short list on purpose: "main.py" in a post is rarely a link to Paraguay, yet it is
 * what the official app makes of it.
 */
const countries = `
ac ad ae af ag ai al am ao ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg
ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh
gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp
kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc
ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si
sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg
vi vn vu wf ws ye yt za zm zw`;

const general = `
academy agency app art band bank best bike bio biz blog blue business cafe care cat chat city cloud club coach codes
coffee com community company cool courses dance design dev digital directory earth edu education energy events
expert farm fashion film finance fit fitness foundation fun fund fyi gallery game games garden global gmbh gov green
group guide health help host hotel house how info ink institute int international jobs kitchen land law legal life
link live lol love ltd market marketing media mil mobi money movie museum music name net network news ngo ninja one
ong online org page photo photography photos pics pizza place plus press pro productions pub radio recipes red rest
review reviews rocks run sale school science services shop show site social software solutions space store stream
studio style support surf systems team tech technology theater tips today tools top tours town toys travel university
video vip website wiki win wine work works world wtf xyz yoga zone`;

export const topLevelDomains: ReadonlySet<string> = new Set(`${countries}${general}`.trim().split(/\s+/));
