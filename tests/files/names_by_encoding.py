# ruff: noqa: E501
"""Names of players as their countries write them, under the encoding that Windows uses there.

Surnames and first names that are common there, put together by us: nobody in particular.
"""

from collections.abc import Mapping

CYRILLIC: Mapping[str, str] = {
    "BUL": "Петров, Иван; Димитрова, Мария; Георгиев, Кирил; Стоянова, Антоанета; Желязков, Цветан; Йорданов, Ясен; "
    "Атанасов, Димо; Христова, Ъшлъ; Чолаков, Щерьо; Миленкова, Юлия; Владимиров, Емил; Нанева, Виктория",
    "RUS": "Иванов, Сергей; Смирнова, Екатерина; Кузнецов, Алексей; Щербаков, Юрий; Попова, Наталья; Жуков, Фёдор; "
    "Васильев, Эдуард; Цыганова, Ольга; Соловьёв, Игорь; Подъячев, Хариттон; Быкова, Анна; Яшин, Михаил",
    "UKR": "Шевченко, Тарас; Ковальчук, Оксана; Бойко, Дмитро; Гуцуляк, Їржина; Кравець, Євген; Ющенко, Ігор; "
    "Мельник, Соломія; Лисенко, Андрій; Ґудзь, Василь; Коваленко, Юрій; Ткач, Іван; Поліщук, Любов",
    "SRB": "Петровић, Милан; Јовановић, Љубица; Ђорђевић, Никола; Чабаркапа, Новак; Живковић, Џоган; Николић, Ана; "
    "Стојановић, Михаило; Његић, Огњен; Илинчић, Зоран; Ћирић, Предраг; Радовановић, Јован; Пушкаш, Дејан",
    "MKD": "Ѓорѓиевски, Ѓоко; Трајковски, Ѕвездан; Митровска, Ќамила; Стојаноски, Љупчо; Илиевски, Џевдет; "
    "Ристеска, Јасмина; Николовски, Зоран; Попов, Трајче; Костовска, Весна; Ангелов, Борис",
    "BLR": "Кавалёў, Уладзіслаў; Жыгалка, Сяргей; Цецярук, Ірына; Фядосаў, Аляксей; Шаўчэнка, Юлія; Несцярэнка, Ігар; "
    "Марчанка, Надзея; Купрэйчык, Віктар; Брагін, Яўген; Лобач, Мікіта",
}
CENTRAL: Mapping[str, str] = {
    "POL": "Wójcik, Łukasz; Świątek, Michał; Kowalski, Paweł; Grządziel, Małgorzata; Dąbrowska, Żaneta; Jeż, Józef; "
    "Bartoś, Elżbieta; Zieliński, Wojciech; Gołębiewski, Krzysztof; Pięta, Stanisław; Kuźmicz, Ewa; Ćwiek, Anna; "
    "Pokrzywiński, Jan; Nowaczyńska, Agnieszka; Brzęk, Mikołaj",
    "CZE": "Dvořák, Jiří; Novák, Tomáš; Svobodová, Alžběta; Černý, Zdeněk; Růžička, Miloš; Přibyl, Josef; "
    "Šťastný, Luděk; Horáček, Ondřej; Kratochvílová, Věra; Ňuchalík, Radek; Štoček, Jiří; Hráček, Zbyněk; "
    "Benešová, Kateřina; Bureš, Bohumil; Jelínek, Václav",
    "SVK": "Kováč, Ľubomír; Šimko, Ján; Hudáková, Zuzana; Pecháč, Jergus; Ďurica, Štefan; Štancel, Matúš; "
    "Ftáčnik, Ľubor; Mokrý, Dušan; Repková, Eva; Vŕba, Peter; Stĺpek, Jaroslav; Maňková, Tatiana; Kôstka, Rudolf",
    "HUN": "Erdős, Viktor; Szőke, Gergő; Kovács, Győző; Tóth, László; Fűrész, Réka; Balogh, Csaba; Bánusz, Tamás; "
    "Gledura, Benjámin; Rapcsák, Ödön; Hőgye, Ágnes; Nagy, Zoltán; Szűcs, Dániel; Dömötör, Béla; Győri, János",
    "CRO": "Šarić, Ante; Kovačević, Željko; Đurić, Stjepan; Palčić, Mladen; Žaja, Ivana; Medvegy, Nikša; "
    "Brkić, Davor; Bosiočić, Marin; Krstulović, Mišo; Čučković, Lovro; Jovanović, Hrvoje; Kožul, Zdenko",
    "SLO": "Škoberne, Jure; Čampa, Žan; Kožuh, Špela; Beliavsky, Matjaž; Šebenik, Matej; Krivec, Jana; Borišek, Jure; "
    "Unuk, Lučka; Žnidaršič, Rok; Skuhala, Gašper; Hrešč, Vesna; Ražman, Blaž",
    "ROU": "Ţurcanu, Ştefan; Pârligras, Mircea; Băluţă, Ionuţ; Ioniţă, Cătălina; Şerban, Dragoş; Brânză, Răzvan; "
    "Cioară, Andrei; Vajda, Levente; Nevednichy, Vladislav; Sârbu, Gheorghiţă; Mărginean, Ilinca; Puşcaş, Lucian",
    "ALB": "Çela, Altin; Dervishi, Erald; Mëhilli, Gëzim; Seitaj, Llambi; Pasko, Përparim; Karaçi, Besnik; Veleshnja, Zhurë; "
    "Lekë, Rrezarta; Shënepremte, Florë",
}
WESTERN: Mapping[str, str] = {
    "GER": "Müller, Jürgen; Groß, Matthias; Schröder, Jörg; Bäcker, Käthe; Weiß, Günther; Krämer, Björn; Höhn, Renate; "
    "Keymer, Vinzenz; Blübaum, Matthäus; Öchsle, Ute; Fröhlich, Sören; Übelacker, Anne; Stöckl, Gerhard",
    "FRA": "Lefèvre, Hélène; Bérard, François; Dubœuf, Thérèse; Guérin, Benoît; Lagrève, Maxime; Crête, Noël; "
    "Pélissier, Joël; Rivière, Geneviève; Barthélémy, André; Léautaud, Jérôme; Dûchêne, Aurélie; Maïté, Léa",
    "ESP": "Núñez, José; Muñoz, Begoña; Peña, Íñigo; González, Ángel; Ibáñez, María; Güell, Óscar; Rodríguez, Sofía; "
    "Sánchez, Julián; Yáñez, Ramón; Vallejo, Andrés; Antón, David; Zúñiga, Estíbaliz; Cañizares, Iván",
    "POR": "Simões, João; Guimarães, António; Conceição, Inês; Araújo, Vitória; Galego, Luís; Magalhães, Sérgio; "
    "Estêvão, Mónica; Leitão, Rúben; Brandão, Jorge; Gonçalves, Fátima; Ferrão, Assunção; Mourão, Zélia",
    "ITA": "Niccolò, Mario; Cantù, Nicolò; Bertè, Loredana; Forlì, Giosuè; Salò, Pietro; Dell'Agnolò, Andrea; Nardò, Zoè; "
    "Alù, Mosè; Pirrò, Noè; Mocciò, Rosa",
    "DEN": "Sørensen, Jørgen; Kjærgaard, Søren; Østergaard, Åse; Bjørn, Mads; Aagård, Jakob; Nørby, Bo; Højgaard, Pia; "
    "Præstgaard, Åge; Jørgensen, Kåre; Ærø, Lone; Møller, Bjarke; Skåning, Ib",
    "SWE": "Åström, Göran; Sjöberg, Håkan; Grandelius, Märta; Öhman, Åsa; Brännström, Pär; Lindström, Örjan; "
    "Hagström, Bengt; Ängström, Siv; Hägglund, Björn; Norrgård, Mårten; Sköld, Kerstin",
    "FIN": "Mäkelä, Päivi; Hämäläinen, Jyrki; Nyysönen, Väinö; Lehtimäki, Seppo; Kärkkäinen, Anssi; Röyhkä, Mika; "
    "Agopov, Töölö; Pöyry, Sirkka; Sipilä, Vilka; Heikkilä, Sampsa",
    "NOR": "Håkonsen, Øystein; Tjølsen, Bjørnar; Agdestein, Åsmund; Sæther, Gunnhild; Hauge, Pål; Grøndahl, Kåre; "
    "Urkedal, Frøydis; Nævdal, Ragnhild; Bjørnstad, Øyvind; Rønneland, Tor",
    "ISL": "Þórðarson, Guðmundur; Stefánsson, Hannes; Jóhannesson, Ólafur; Þorfinnsdóttir, Sigríður; Grétarsson, Hjörvar; "
    "Ragnarsdóttir, Æsa; Björnsson, Sverrir; Hjartarson, Jóhann; Ægisson, Davíð; Sæmundsson, Bragi",
    "EST": "Jõgi, Tõnis; Kõiv, Ülo; Sepp, Õnne; Õim, Mõttus; Võrk, Õie; Hõim, Aarne; Mägi, Jüri; Lõhmus, Kaido; Põder, Ülle; "
    "Tõnisson, Ants; Rõõm, Kõrve; Nõmm, Ivo",
    "NED": "Poïtier, Daniël; Coenraad, Zoë; Hoogeveen, Michaël; Groë, Loïs; Theunissen, Renée; Bosboom, André; "
    "Cuppé, Joël; de Reünie, Noëlle; Overvliet, Raphaël; Piët, Thaïs",
    "BRA": "Ferrão, Luís; Gonçalves, Vitória; Conceição, Zé; Aragão, Júlia; Paixão, Cícero; Leão, Flávio; Brandão, Hélder; "
    "Mossoró, Antônio; Simão, Mônica; Camões, Estêvão",
}
ENCODINGS: Mapping[str, Mapping[str, str]] = {"cp1251": CYRILLIC, "cp1250": CENTRAL, "cp1252": WESTERN}


def names_of(country: str) -> list[str]:
    (names,) = (group[country] for group in ENCODINGS.values() if country in group)
    return names.split("; ")


UNSEEN: Mapping[str, Mapping[str, str]] = {
    "cp1251": {
        "BUL": "Топалов, Веселин; Чепаринов, Иван; Стефанова, Антоанета; Геров, Ю.; ЦВЕТКОВ, АЛЕКСАНДЪР; Ж. Ганчева",
        "RUS": "Непомнящий, Ян; Горячкина, Александра; Дубов, Даниил; Есипенко, А.; ЛАГНО, КАТЕРИНА; Ё. Щукин",
        "UKR": "Іванчук, Василь; Музичук, Анна; Ейнгорн, В'ячеслав; Ж. Їжакевич",
        "SRB": "Ивић, Велимир; Марковић, Мирослав; Шољага, Ђ.; Ињац, Теодора",
    },
    "cp1250": {
        "POL": "Duda, Jan-Krzysztof; Piorun, Kacper; Szczepkowska-Horowska, Karina; Soćko, Bartosz; Dziuba, Marcin; "
        "Mista, Łukasz; Kędziora, A.; ŻOŁNIEROWICZ, RYSZARD; Ślusarek, Bogdan",
        "CZE": "Navara, David; Láznička, Viktor; Babula, Vlastimil; Plát, Vojtěch; Sýkora, Josef; KŘÍŽ, JAN; "
        "Jirásek, P.; Olšarová, Karolína; Čechová, Hana",
        "SVK": "Gažík, Viktor; Druska, Juraj; Manik, Mikuláš; Ľuptáková, Ž.; Petrík, Tomáš",
        "HUN": "Lékó, Péter; Almási, Zoltán; Hoffmann, Tamara; Hoang, Thanh Trang; Berkes, Ferenc; Gőz, Ödön; Bárány, B.; "
        "Őry, Vera; KÓNYA, LEVENTE",
        "CRO": "Zelčić, Robert; Stević, Hrvoje; Bogdanović, Goran; Sedlak, Bernard; Martinović, Saša; PLENKOVIĆ, ZVONIMIR",
        "SLO": "Fedoseev, Vlad; Lenič, Luka; Pavasovič, Duško; Gomboc, Teja; Ivančič, Č.",
        "ROU": "Lupulescu, Constantin; Deac, Bogdan-Daniel; Jianu, Vlad; Mişţa, Ş.; Gânţă, Rareş; Păcurariu, Ana",
    },
    "cp1252": {
        "GER": "Nisipeanu, Dieter; Pähtz, Elisabeth; Donchenko, Käse; Kühn, Ö.; Böhm, Klaus; STRÄTER, ÄNNE",
        "FRA": "Bacrot, Étienne; Fressinet, Laurent; Édouard, Romain; Sébag, Marie; Maurizzi, Agnès; Gaël, F.; HÉBERT, JEAN",
        "ESP": "Shirov, Álex; Vallés, Martínez; Illescas, Córdoba; Cuenca, José F.; Ardiaca, Peñalver; Garriga, Cazorla Á.",
        "POR": "Damaso, Rui; Fernandes, António; Veiga, Simão; Sequeira, José; Padeiro, João; Assunção, P.",
        "ITA": "Vocaturo, Daniele; Moroni, Luca jr; Zimina, Olga; Bussù, G.; Trovò, Cà",
        "DEN": "Nielsen, Peter Heine; Hansen, Curt; Bjerre, Jonas; Schandorff, Lærke; Glud, Jakob; Rølle, Ø.",
        "SWE": "Tikkanen, Hans; Hillarp, Tiger; Cramling, Pia; Åkesson, Ralf; Blomqvist, Erik; Hellers, Östen",
        "NOR": "Tari, Aryan; Hammer, Jon; Østmoe, Rolf; Sørli, Åge; Getz, Nicolai; Lie, Kjetil; Lærum, M.",
        "ISL": "Steingrímsson, Héðinn; Kjartansson, Guðmundur; Grétarsson, Helgi Áss; Þorsteinsdóttir, Hallgerður; Lenka, Ptácníková",
        "EST": "Nei, Iivo; Kulaots, Kaido; Volodin, Aleksandr; Šmirnov, Pavel; Õunapuu, L.; Narõtškin, V.",
        "NED": "van Foreest, Jorden; l'Ami, Erwin; Ligterink, Daniëlle; Peng, Zoë; Böhm, Hans",
    },
}
"""Names that nobody looked at when the rules were made."""
