import type {Messages} from '../domain/language'

/** Of a size as the server writes it. */
const inGerman = (size = '') => size.replace('.', ',')

/** What the reference server is known to say. Other messages are shown as they come. */
export const messages: Messages = {
  'A device has at most {} telemetry keys.': most => `Ein Gerät hat höchstens ${most} Telemetrieschlüssel.`,
  'A file must be chosen.': 'Eine Datei muss ausgewählt werden.',
  'A thumbnail must be a JPEG, PNG or WebP image.': 'Ein Vorschaubild muss ein JPEG-, PNG- oder WebP-Bild sein.',
  'A user with this email exists already.': 'Es gibt bereits einen Benutzer mit dieser E-Mail-Adresse.',
  'Alarm not found.': 'Alarm nicht gefunden.',
  'Asset not found.': 'Asset nicht gefunden.',
  'Customer not found.': 'Kunde nicht gefunden.',
  'Device not found.': 'Gerät nicht gefunden.',
  'Only video files are taken.': 'Nur Videodateien werden angenommen.',
  'Organisation not found.': 'Organisation nicht gefunden.',
  'User not found.': 'Benutzer nicht gefunden.',
  'Failed to login. Please check your credentials.': 'Die Anmeldung ist fehlgeschlagen. Bitte die Zugangsdaten prüfen.',
  'This code or passkey is not right, or was used already.':
    'Dieser Code oder Passkey ist nicht richtig oder wurde bereits verwendet.',
  'The time for the code is over. Sign in again.': 'Die Zeit für den Code ist abgelaufen. Bitte erneut anmelden.',
  'Please verify your email to login.': 'Zum Anmelden bitte zuerst die E-Mail-Adresse bestätigen.',
  'This link is not valid any more.': 'Dieser Link ist nicht mehr gültig.',
  'This server has its first admin already.': 'Dieser Server hat bereits einen ersten Administrator.',
  'It exists already.': 'Das gibt es bereits.',
  'Not signed in.': 'Nicht angemeldet.',
  'Password is required when restoring a deleted user.':
    'Um einen gelöschten Benutzer wiederherzustellen, ist ein Passwort erforderlich.',
  'Somebody else has changed this asset meanwhile.': 'Jemand anderes hat dieses Asset inzwischen geändert.',
  'Somebody else has changed this attribute meanwhile.': 'Jemand anderes hat dieses Attribut inzwischen geändert.',
  'Somebody else has changed this customer meanwhile.': 'Jemand anderes hat diesen Kunden inzwischen geändert.',
  'Somebody else has changed this device meanwhile.': 'Jemand anderes hat dieses Gerät inzwischen geändert.',
  'Somebody else has changed this organisation meanwhile.':
    'Jemand anderes hat diese Organisation inzwischen geändert.',
  'Somebody else has changed this user meanwhile.': 'Jemand anderes hat diesen Benutzer inzwischen geändert.',
  'Somebody else has changed these credentials meanwhile.':
    'Jemand anderes hat diese Zugangsdaten inzwischen geändert.',
  'Something went wrong on the server.': 'Auf dem Server ist etwas schiefgegangen.',
  'credentials_value: is too easy to guess': 'credentials_value: Ist zu leicht zu erraten.',
  'The access token is in use already.': 'Das Zugriffstoken wird bereits verwendet.',
  'The address of the file is not valid any more.': 'Die Adresse der Datei ist nicht mehr gültig.',
  'The asset has no file.': 'Das Asset hat keine Datei.',
  'The customer belongs to another organisation than the user.':
    'Der Kunde gehört zu einer anderen Organisation als der Benutzer.',
  'The database can not be used right now.': 'Die Datenbank ist gerade nicht nutzbar.',
  'The database can not hold a value of this request.': 'Die Datenbank kann einen Wert dieser Anfrage nicht speichern.',
  'The database does not answer.': 'Die Datenbank antwortet nicht.',
  'The device has credentials already.': 'Das Gerät hat bereits Zugangsdaten.',
  'The device has no credentials.': 'Das Gerät hat keine Zugangsdaten.',
  'The device has no value for this key.': 'Das Gerät hat zu diesem Schlüssel keinen Messwert.',
  'The disk of the server is almost full: nothing can be stored.':
    'Der Speicherplatz des Servers ist fast voll: nichts kann gespeichert werden.',
  'The disk of the server is full: nothing can be stored.':
    'Der Speicherplatz des Servers ist voll: nichts kann gespeichert werden.',
  'The file is empty.': 'Die Datei ist leer.',
  'The file is missing on the server.': 'Die Datei fehlt auf dem Server.',
  'The file is not a complete video.': 'Die Datei ist kein vollständiges Video.',
  'The file is too large: at most {} are taken.': size =>
    `Die Datei ist zu groß: höchstens ${inGerman(size)} werden angenommen.`,
  'The last system administrator can not be deleted or demoted.':
    'Der letzte Systemadministrator kann weder gelöscht noch herabgestuft werden.',
  'The server is starting.': 'Der Server startet gerade.',
  'The server is stopping.': 'Der Server wird gerade beendet.',
  'The file has no video track. Only video files are taken.':
    'Die Datei hat keine Videospur. Nur Videodateien werden angenommen.',
  'The organisation has {} unfinished uploads already.': count =>
    `Die Organisation hat schon ${count} nicht abgeschlossene Uploads.`,
  'The organisation has no room for this file: {} of {} are used.': (used, quota) =>
    `Die Organisation hat keinen Platz für diese Datei: ${inGerman(used)} von ${inGerman(quota)} sind belegt.`,
  'The query took too long.': 'Die Abfrage hat zu lange gedauert.',
  'The scope has an attribute with this key already.':
    'In diesem Geltungsbereich gibt es bereits ein Attribut mit diesem Schlüssel.',
  'The attributes would take more than {} bytes.': most => `Die Attribute würden mehr als ${most} Byte belegen.`,
  'There would be more than {} attributes.': most => `Es wären mehr als ${most} Attribute.`,
  'There is a profile already.': 'Es gibt bereits ein Profil.',
  'There is no profile yet.': 'Es gibt noch kein Profil.',
  'There is another asset with this id.': 'Es gibt ein anderes Asset mit dieser Kennung.',
  'There is no such attribute.': 'Dieses Attribut gibt es nicht.',
  'There is no such file.': 'Diese Datei gibt es nicht.',
  'There is no such upload.': 'Diesen Upload gibt es nicht.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'There is nothing to acknowledge.': 'Es gibt nichts zu quittieren.',
  'There is nothing to reset.': 'Es gibt nichts zurückzusetzen.',
  'This alarm is in service already.': 'Dieser Alarm ist bereits in Betrieb.',
  'This alarm is not shelved.': 'Dieser Alarm ist nicht zurückgestellt.',
  'This alarm is out of service already.': 'Dieser Alarm ist bereits außer Betrieb.',
  'This alarm was acknowledged by {} at {}.': (by, at) => `Dieser Alarm wurde von ${by} quittiert: ${at}.`,
  'This alarm was put back into service by {} at {}.': (by, at) =>
    `Dieser Alarm wurde von ${by} wieder in Betrieb genommen: ${at}.`,
  'This alarm has become critical at {}.': at => `Dieser Alarm ist kritisch geworden: ${at}.`,
  'This alarm was raised once more at {}.': at => `Dieser Alarm wurde erneut ausgelöst: ${at}.`,
  'This alarm was reset by {} at {}.': (by, at) => `Dieser Alarm wurde von ${by} zurückgesetzt: ${at}.`,
  'This alarm was taken out of service by {} at {}.': (by, at) =>
    `Dieser Alarm wurde von ${by} außer Betrieb genommen: ${at}.`,
  'This alarm was unshelved by {} at {}.': (by, at) => `Dieser Alarm wurde von ${by} zurückgeholt: ${at}.`,
  'This is not your present password.': 'Das ist nicht das aktuelle Passwort.',
  'This user has set a password already.': 'Dieser Benutzer hat bereits ein Passwort gesetzt.',
  'Your present password is needed to change your own email or password.':
    'Zum Ändern der eigenen E-Mail-Adresse oder des eigenen Passworts ist das aktuelle Passwort nötig.',
  'A system administrator of this organisation has another account without one. Change the email of one of them first.':
    'Ein Systemadministrator dieser Organisation hat ein weiteres Konto ohne Organisation. Bitte zuerst die E-Mail-Adresse eines der beiden ändern.',
  'This password is easy to guess. Choose a longer one of several uncommon words.':
    'Dieses Passwort ist leicht zu erraten. Bitte ein längeres aus mehreren ungewöhnlichen Wörtern wählen.',
  'This password is known from a data breach. Choose another.':
    'Dieses Passwort ist durch ein Datenleck bekannt. Bitte ein anderes wählen.',
  'This password is among the most common ones. Choose another.':
    'Dieses Passwort gehört zu den häufigsten. Bitte ein anderes wählen.',
  'This server has the specified calls only.': 'Dieser Server kennt nur die spezifizierten Aufrufe.',
  'Too many requests. Try again later.': 'Zu viele Anfragen. Bitte später erneut versuchen.',
  'until: must be within the next seven days': 'until: Muss innerhalb der nächsten sieben Tage liegen.',
  'parent_id: there is no such asset in the organisation': 'parent_id: In der Organisation gibt es dieses Asset nicht.',
  'parent_id: must be the video of the thumbnail': 'parent_id: Muss das Video des Vorschaubilds sein.',
  'Your account looks after devices of its own customer only.': 'Dieses Konto betreut nur Geräte des eigenen Kunden.',
  'Your account may not change this user.': 'Dieses Konto darf diesen Benutzer nicht ändern.',
  'Your account may not do this.': 'Dieses Konto darf das nicht.',
  'Your account may not give this authority.': 'Dieses Konto darf diese Rolle nicht vergeben.',
  'Your account may not move users to another organisation.':
    'Dieses Konto darf Benutzer nicht in eine andere Organisation verschieben.',
}
