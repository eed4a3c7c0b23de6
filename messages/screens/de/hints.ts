/**
 * What settings of networks mean, by the English sentence: several settings with one `x-code` may have different ones. A
 * declaration is not among them, because people agree to its exact words.
 */
export const hints: Readonly<Record<string, string>> = {
  'A JPEG image that is shown before the reel plays.':
    'Ein JPEG-Bild, das vor dem Abspielen des Reels zu sehen ist.',
  'A comment that Belfry adds as soon as the post is live.':
    'Ein Kommentar, den Belfry hinzufügt, sobald der Beitrag online ist.',
  'A part of the board.': 'Ein Teil der Pinnwand.',
  'A place, which Threads finds by its name or id.':
    'Ein Ort, den Threads nach seinem Namen oder seiner Kennung findet.',
  'A preview of a web page below the text. A post has either a link card or media.':
    'Die Vorschau einer Webseite unter dem Text. Ein Beitrag hat entweder eine Linkvorschau oder Medien.',
  'A reel is also in the feed.': 'Ein Reel steht auch im Feed.',
  'Address of a page that a post without files shows as a card. Without it, the first link of the text.':
    'Adresse einer Seite, deren Vorschau ein Beitrag ohne Dateien zeigt. Sonst die des ersten Links im Text.',
  'Address of a page that the post shows as a card.':
    'Adresse einer Seite, deren Vorschau der Beitrag zeigt.',
  'Address of the page to which the pin leads.': 'Adresse der Seite, zu der der Pin führt.',
  'Address of the personal data server, if the account is not hosted by Bluesky.':
    'Adresse des Personal Data Server, wenn das Konto nicht bei Bluesky selbst liegt.',
  'Address of the post that this one quotes, at bsky.app or beginning with at://.':
    'Adresse des Beitrags, den dieser zitiert, bei bsky.app oder mit at:// am Anfang.',
  'Address of the post that this one quotes. Works on Mastodon 4.5 and newer.':
    'Adresse des Beitrags, den dieser zitiert. Geht ab Mastodon 4.5.',
  'Address of your server, such as https://mastodon.social.':
    'Adresse Ihres Servers, etwa https://mastodon.social.',
  'Also sends the message to the channels that follow this announcement channel.':
    'Sendet die Nachricht auch an die Kanäle, die diesem Ankündigungskanal folgen.',
  'An image that is shown before the video or reel plays.':
    'Ein Bild, das vor dem Abspielen des Videos oder Reels zu sehen ist.',
  'An image that is shown before the video plays.':
    'Ein Bild, das vor dem Abspielen des Videos zu sehen ist.',
  'An image that is shown before the video plays. Without a value, YouTube takes a picture of the video.':
    'Ein Bild, das vor dem Abspielen des Videos zu sehen ist. Ohne Angabe nimmt YouTube ein Bild aus dem Video.',
  'Any name you like, of at most 30 letters a–z, digits and underscores. The sandbox creates the account if it is new.':
    'Ein beliebiger Name aus höchstens 30 Buchstaben von a bis z, Ziffern und Unterstrichen. Ein neues Konto legt die Sandbox an.',
  'As @BotFather shows it, such as 123456789:AAH….': 'Wie @BotFather es zeigt, etwa 123456789:AAH….',
  'Blurs the files until a reader clicks on them.': 'Zeigt die Dateien unscharf, bis jemand sie anklickt.',
  'Covers the files until a reader taps on them.': 'Verdeckt die Dateien, bis jemand sie antippt.',
  'Create a webhook in Discord in the settings of the channel, under Integrations, Webhooks, and copy its address.':
    'Erstellen Sie in Discord in den Einstellungen des Kanals unter Integrationen, Webhooks einen Webhook, und kopieren Sie seine Adresse.',
  'Create an app password at Bluesky under Settings, Privacy and security, App passwords.':
    'Erstellen Sie bei Bluesky in den Einstellungen unter Datenschutz und Sicherheit ein App-Passwort.',
  'Create it in the settings of your server (on Mastodon under Preferences → Development), with the scopes read, write:media and write:statuses.':
    'Erstellen Sie es in den Einstellungen Ihres Servers (bei Mastodon unter Einstellungen → Entwicklung) mit den Rechten read, write:media und write:statuses.',
  'Everybody sees the counts.': 'Alle sehen die Zahlen.',
  'Further posts, each a reply to the one before.': 'Weitere Beiträge, jeder eine Antwort auf den vorigen.',
  'Further posts, each a reply to the one before. All are published together.':
    'Weitere Beiträge, jeder eine Antwort auf den vorigen. Alle erscheinen zusammen.',
  'Further posts, each a reply to the one before. Only the first contains the media.':
    'Weitere Beiträge, jeder eine Antwort auf den vorigen. Nur der erste enthält die Medien.',
  'HTML: the tags b, i, u, s, code, pre, blockquote, tg-spoiler and a, with &lt; &gt; &amp; for these characters.':
    'HTML: die Tags b, i, u, s, code, pre, blockquote, tg-spoiler und a, mit &lt; &gt; &amp; für diese Zeichen.',
  'Hashtags that are not in the text, written without "#". People find the post by them.':
    'Hashtags, die nicht im Text stehen, ohne „#“. Über sie lässt sich der Beitrag finden.',
  'Hides the media behind a click. On by default if the post has a content warning.':
    'Zeigt die Medien erst nach einem Klick. Bei einer Inhaltswarnung ist das voreingestellt.',
  'How the sandbox handles this post. ok: publishes the post; reject: rejects the post; throttle: asks to wait two seconds, then publishes the post; lose_reply: publishes the post and closes the connection without an answer; server_error: publishes the post and answers 500; slow: publishes the post and answers after three seconds; reconnect: asks to connect the channel again, then publishes the post.':
    'Wie die Sandbox mit diesem Beitrag umgeht, um Fehler auszuprobieren.',
  'ISO 639 code of the language, such as “en”.': 'Kürzel der Sprache nach ISO 639, etwa „de“.',
  'Id of a Facebook Page that has an address.': 'Kennung einer Facebook-Seite, die eine Anschrift hat.',
  'Id of a message of this channel or thread.': 'Kennung einer Nachricht dieses Kanals oder Threads.',
  'Id of a playlist of the channel, to which the video is added.':
    'Kennung einer Playlist des Kanals, in die das Video kommt.',
  'Id of a thread or forum post in the webhook’s own channel, to which the message goes.':
    'Kennung eines Threads oder Forenbeitrags im Kanal des Webhooks, in den die Nachricht kommt.',
  'Id of a thread or forum post of this channel, to which the message goes.':
    'Kennung eines Threads oder Forenbeitrags dieses Kanals, in den die Nachricht kommt.',
  'The number in the address of the community.': 'Kennung der Community: die Zahl in ihrer Adresse.',
  'Id of the post that this one quotes.': 'Kennung des Beitrags, den dieser zitiert.',
  'Ids of the tags of a new post in a forum or media channel.':
    'Kennungen der Tags eines neuen Beitrags in einem Foren- oder Medienkanal.',
  'Its name, such as @townbells, or its number, such as -1001234567890.':
    'Der Name, etwa @townbells, oder die Nummer, etwa -1001234567890.',
  'Language of title and description, as a BCP 47 tag such as “en”.':
    'Sprache von Titel und Beschreibung als Kürzel nach BCP 47, etwa „de“.',
  'Links below the post, each in its own row.': 'Links unter dem Beitrag, jeder in einer eigenen Zeile.',
  'Mentions in the text notify: none: nobody; users: the named people; roles: also the named roles; everyone: also @everyone and @here.':
    'Wer durch Erwähnungen im Text benachrichtigt wird.',
  'MiB of one file, if the server is boosted and allows more than 10.':
    'MiB einer Datei, wenn der Server Boosts hat und mehr als 10 erlaubt.',
  'Notifies without a sound.': 'Benachrichtigt ohne Ton.',
  'Number of a message of this chat.': 'Nummer einer Nachricht dieses Chats.',
  'Number of a topic of this group, to which the post goes.':
    'Nummer eines Themas dieser Gruppe, in das der Beitrag kommt.',
  'Only subscribers of the account see the post.':
    'Nur wer für ein Abonnement dieses Kontos bezahlt, sieht den Beitrag.',
  'Other people cannot repost the post.': 'Andere können den Beitrag nicht teilen.',
  'Other sites may show the video.': 'Andere Websites dürfen das Video zeigen.',
  'People may choose more than one answer.': 'Mehr als eine Antwort darf gewählt werden.',
  'People may comment on the post.': 'Der Beitrag darf kommentiert werden.',
  'People who match at least one of these may reply.':
    'Antworten darf, auf wen mindestens eines davon zutrifft.',
  'Pins the post in the chat, without a notice.': 'Heftet den Beitrag im Chat an, ohne zu benachrichtigen.',
  'Public https address of an image, shown instead of the webhook’s picture.':
    'Öffentliche https-Adresse eines Bildes, das statt des Bildes des Webhooks zu sehen ist.',
  'Publish at once, or send a draft to the inbox of the account, which a person finishes in the app.':
    'Sofort veröffentlichen oder als Entwurf in den Posteingang des Kontos legen, den jemand in der App fertigstellt.',
  'Readers cannot forward or save the post.': 'Der Beitrag lässt sich weder weiterleiten noch speichern.',
  'Sends no push or desktop notification.': 'Sendet keine Push- oder Desktop-Benachrichtigung.',
  'Shown above the text. Photos only.': 'Steht über dem Text. Nur bei Fotos.',
  'Shown in place of the text until the reader opens it. Counts toward the length limit.':
    'Steht an der Stelle des Textes, bis er geöffnet wird. Zählt zur Länge des Textes.',
  'Shown instead of the webhook’s name.': 'Erscheint statt des Namens des Webhooks.',
  'Shown until the picture has loaded, such as #6E7874.':
    'Ist zu sehen, bis das Bild geladen ist, etwa #6E7874.',
  'Shows no previews of the links in the text.': 'Zeigt keine Vorschauen der Links im Text.',
  'Followers see the post in the community, too.':
    'Zeigt den Beitrag einer Community auch den Followern des Kontos.',
  'Shows the text above the files.': 'Zeigt den Text über den Dateien.',
  'Such as alice.bsky.social. The e-mail address or the DID works too.':
    'Etwa alice.bsky.social. Auch die E-Mail-Adresse oder die DID geht.',
  'The files are hidden until a reader taps them.': 'Die Dateien sind verdeckt, bis jemand sie antippt.',
  'The languages of the post, as BCP 47 tags such as "en" or "pt-BR".':
    'Die Sprachen des Beitrags als Kürzel nach BCP 47, etwa „de“ oder „pt-BR“.',
  'The moment of the video, in milliseconds, whose picture is shown before it plays.':
    'Die Stelle des Videos in Millisekunden, deren Bild vor dem Abspielen zu sehen ist.',
  'Software made the pictures or the video.': 'Eine Software hat die Bilder oder das Video gemacht.',
  'The place of the photo that is shown first, from 0. Photos only.':
    'Die Stelle des Fotos, das zuerst zu sehen ist, gezählt ab 0. Nur bei Fotos.',
  'The post is advertising for the account’s own business.':
    'Der Beitrag wirbt für das eigene Geschäft des Kontos.',
  'The post is advertising that somebody else pays for.':
    'Der Beitrag ist Werbung, für die jemand anderes bezahlt.',
  'Somebody pays for the post.': 'Der Beitrag ist Werbung, für die jemand bezahlt.',
  'The post is labelled as made with AI.': 'Der Beitrag wird als mit KI erstellt gekennzeichnet.',
  'The reel is first shown only to people who do not follow the account. manual: a person shows it to all; performance: Instagram does if it does well.':
    'Das Reel sehen zuerst nur Personen, die dem Konto nicht folgen.',
  'The text is the question.': 'Der Text ist die Frage.',
  'The text is the question. Only in posts without files.':
    'Der Text ist die Frage. Nur in Beiträgen ohne Dateien.',
  'The title of a new post in a forum or media channel. Other channels have no titles.':
    'Der Titel eines neuen Beitrags in einem Foren- oder Medienkanal. Andere Kanäle haben keine Titel.',
  'The video contains paid promotion.': 'Das Video enthält bezahlte Werbung.',
  'The video shows realistic scenes that were altered or made by software.':
    'Das Video zeigt wirklichkeitsnahe Szenen, die eine Software verändert oder gemacht hat.',
  'The video was made by software. Videos only.': 'Eine Software hat das Video gemacht. Nur bei Videos.',
  'TikTok chooses music, which the account can change later. Photos only.':
    'TikTok wählt Musik, die sich im Konto später ändern lässt. Nur bei Fotos.',
  'Title of a video or reel.': 'Titel eines Videos oder Reels.',
  'Title of the video or of the document. A document needs one.':
    'Titel des Videos oder des Dokuments. Ein Dokument braucht einen.',
  'User names of accounts that are invited to appear as authors.':
    'Benutzernamen von Konten, die eingeladen werden, als Mitwirkende zu erscheinen.',
  'Videos only.': 'Nur bei Videos.',
  'What a reel calls its own sound. It cannot be changed later.':
    'Wie das Reel seinen eigenen Ton nennt. Das lässt sich später nicht ändern.',
  'Whether the video is made for children. The law demands an answer for each video.':
    'Ob das Video für Kinder gemacht ist. Das Gesetz verlangt diese Angabe für jedes Video.',
  'Who can see the post. TikTok offers each account some of these.':
    'Wer den Beitrag sehen kann. TikTok bietet jedem Konto einige davon an.',
  'Who sees the post. Without a value, the account’s own default applies.':
    'Wer den Beitrag sieht. Ohne Angabe gilt, was im Konto eingestellt ist.',
  'Who sees the post: everybody, only your connections, or only people who are signed in to LinkedIn.':
    'Wer den Beitrag sieht: alle, nur Ihre Kontakte oder nur bei LinkedIn angemeldete Personen.',
  'Who sees the post: everybody, or only people who are signed in to LinkedIn.':
    'Wer den Beitrag sieht: alle oder nur bei LinkedIn angemeldete Personen.',
  'Whole hours. 24 hours without a value.': 'Ganze Stunden. Ohne Angabe 24 Stunden.',
  'Without a value, the card has no image.': 'Ohne Angabe hat die Vorschau kein Bild.',
  'Without a value, the first line of the text. The whole text is the description.':
    'Ohne Angabe die erste Zeile des Textes. Der ganze Text ist die Beschreibung.',
  'Without a value, the name of the site.': 'Ohne Angabe der Name der Website.',
  'Without a value, the poll stays open.': 'Ohne Angabe bleibt die Umfrage offen.',
  'Without it, the first hashtag of the text is the topic.':
    'Ohne Angabe ist der erste Hashtag des Textes das Thema.',
  'Works on Mastodon 4.5 and newer.': 'Gilt ab Mastodon 4.5.',
  'YouTube’s id of the category. 22 is “People & Blogs”.':
    'Die Kennung der Kategorie bei YouTube. 22 ist „Menschen & Blogs“.',
  'Facebook needs a Facebook Page that the account is linked to, and can also delete posts. Instagram needs only the professional account.':
    'Facebook braucht eine Facebook-Seite, mit der das Konto verknüpft ist, und erlaubt auch das Löschen von Beiträgen. Instagram braucht nur das professionelle Konto.',
  'Feed: a text, a link, photos or a video. Reel: an upright video of 3 to 90 seconds. Story: each file is a story of 24 hours.':
    'Feed: Text, Link, Fotos oder ein Video. Reel: ein Video im Hochformat von 3 bis 90 Sekunden. Story: Jede Datei ist eine Story von 24 Stunden.',
  'Feed: an image, a carousel of several files, or a reel if the only file is a video. Reel: a video. Story: each file is a story of 24 hours.':
    'Feed: ein Bild, ein Karussell aus mehreren Dateien oder ein Reel, wenn die einzige Datei ein Video ist. Reel: ein Video. Story: Jede Datei ist eine Story von 24 Stunden.',
  'Post: as usual. Document: each image becomes a page of a document, to be swiped.':
    'Beitrag: wie üblich. Dokument: Jedes Bild wird eine Seite zum Weiterwischen.',
};
