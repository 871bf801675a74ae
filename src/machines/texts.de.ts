import type {Worded} from '../domain/language'
import type {accountTexts} from './account/account'
import type {ownSessionsTexts} from './account/ownSessions'
import type {profileTexts} from './account/profile'
import type {secondFactorTexts} from './account/secondFactor'
import type {securityTexts} from './account/security'
import type {verificationTexts} from './account/verification'
import type {alarmListTexts} from './alarms/list'
import type {alarmPageTexts} from './alarms/page'
import type {alarmReportTexts} from './alarms/report'
import type {alarmRoutesTexts} from './console/alarmRoutes'
import type {apiKeysTexts} from './console/apiKeys'
import type {attributesTexts} from './console/attributes'
import type {auditTrailTexts} from './console/auditTrail'
import type {bulkTexts} from './console/bulk'
import type {choicesTexts} from './console/choices'
import type {commandsTexts} from './console/commands'
import type {credentialsTexts} from './console/credentials'
import type {deliveriesTexts} from './console/deliveries'
import type {importTexts} from './console/deviceImport'
import type {invitationTexts} from './console/invitation'
import type {organisationHealthTexts} from './console/organisationHealth'
import type {provisioningProfilesTexts} from './console/provisioningProfiles'
import type {recordListTexts} from './console/recordList'
import type {rescueTexts} from './console/rescue'
import type {signOutEverywhereTexts} from './console/signOutEverywhere'
import type {thresholdsTexts} from './console/thresholds'
import type {hintTexts} from './failureHint'
import type {deviceLabelTexts} from './media/deviceLabel'
import type {groupsTexts} from './media/groups'
import type {listTexts} from './media/listAttribute'
import type {wishTexts} from './media/lists'
import type {pairingTexts} from './media/pairing'
import type {playsTexts} from './media/plays'
import type {previewTexts} from './media/preview'
import type {uploadTexts} from './media/upload'
import type {videosTexts} from './media/videos'
import type {preferencesTexts} from './session/preferences'
import type {sessionTexts} from './session/session'
import type {annotationsTexts} from './telemetry/annotations'
import type {detailTexts} from './telemetry/detail'
import type {homeTexts} from './telemetry/home'
import type {wallLinksTexts} from './wall/wallLinks'
import type {wallsTexts} from './wall/walls'

export const secondFactor = {
  loadFailed: 'Der zweite Faktor konnte nicht geladen werden',
  changeFailed: 'Der zweite Faktor konnte nicht geändert werden. Bitte erneut versuchen.',
  confirmFailed: 'Der Code konnte nicht geprüft werden. Bitte erneut versuchen.',
  passkeyFailed: 'Es wurde kein Passkey angelegt. Bitte erneut versuchen.',
  added: 'Die App ist eingerichtet. Alle anderen Sitzungen sind beendet.',
  passkeyAdded: 'Der Passkey ist eingerichtet. Alle anderen Sitzungen sind beendet.',
  renewed: 'Ab jetzt gelten die neuen Codes, die bisherigen nicht mehr.',
  removed: 'Die App ist entfernt.',
  passkeyRemoved: 'Der Passkey ist entfernt.',
  switchedOff: 'Der zweite Faktor ist aus.',
} satisfies Worded<typeof secondFactorTexts>

export const rescue = {
  loadFailed: 'Es konnte nicht geladen werden, ob der Benutzer einen zweiten Faktor hat',
  removeFailed: 'Der zweite Faktor konnte nicht entfernt werden',
} satisfies Worded<typeof rescueTexts>

export const ownSessions = {
  loadFailed: 'Die Sitzungen konnten nicht geladen werden',
  endFailed: 'Die Sitzung konnte nicht beendet werden. Bitte erneut versuchen.',
  ended: 'Die Sitzung ist beendet.',
  othersEnded: 'Alle anderen Sitzungen sind beendet.',
} satisfies Worded<typeof ownSessionsTexts>

export const security = {
  password: {
    failed: 'Das Passwort konnte nicht geändert werden. Bitte erneut versuchen.',
    done: 'Das Passwort ist geändert. Alle anderen Anmeldungen sind beendet.',
  },
  email: {
    failed: 'Die E-Mail-Adresse konnte nicht geändert werden. Bitte erneut versuchen.',
    done: 'An die neue Adresse wurde eine E-Mail mit einem Link gesendet. Bis er geöffnet wird, gilt die bisherige Adresse.',
  },
} satisfies Worded<typeof securityTexts>

export const invitation = {
  failed: 'Die Einladung konnte nicht gesendet werden.',
  done: 'Die Einladung ist gesendet.',
  repeated: 'Die Einladung wurde erneut gesendet.',
} satisfies Worded<typeof invitationTexts>

export const signOutEverywhere = {
  failed: 'Der Benutzer konnte nicht abgemeldet werden.',
  done: 'Der Benutzer ist überall abgemeldet.',
  repeated: 'Der Benutzer ist erneut überall abgemeldet.',
} satisfies Worded<typeof signOutEverywhereTexts>

export const hint = {
  notReached: 'Der Server ist gerade nicht erreichbar. Die Eingaben bleiben erhalten.',
} satisfies Worded<typeof hintTexts>

export const alarmRoutes = {
  loadFailed: 'Die Meldewege konnten nicht geladen werden',
  saveFailed: 'Der Meldeweg konnte nicht gespeichert werden',
  deleteFailed: 'Der Meldeweg konnte nicht entfernt werden',
  testFailed: 'Der Test konnte nicht gesendet werden',
  changedDeletion: 'Jemand anderes hat diesen Meldeweg inzwischen geändert, deshalb wurde er nicht entfernt.',
  saved: 'Meldeweg gespeichert.',
  deleted: 'Meldeweg entfernt.',
  tested: 'Test gesendet. Was daraus wird, steht in der Liste der Zustellungen.',
} satisfies Worded<typeof alarmRoutesTexts>

export const commands = {
  unloaded: 'Die Befehle konnten nicht geladen werden.',
  sendFailed: 'Der Befehl konnte nicht gesendet werden.',
  notReached: 'Der Server ist gerade nicht erreichbar. Ob der Befehl gesendet wurde, steht in der Liste.',
} satisfies Worded<typeof commandsTexts>

export const deliveries = {
  unloaded: 'Die Zustellungen konnten nicht geladen werden.',
} satisfies Worded<typeof deliveriesTexts>

export const thresholds = {
  loadFailed: 'Die Schwellwerte konnten nicht geladen werden',
  saveFailed: 'Der Schwellwert konnte nicht gespeichert werden',
  deleteFailed: 'Der Schwellwert konnte nicht entfernt werden',
  changed: 'Der Schwellwert wurde inzwischen geändert und deshalb nicht entfernt.',
  saved: 'Schwellwert gespeichert.',
  deleted: 'Schwellwert entfernt.',
} satisfies Worded<typeof thresholdsTexts>

export const session = {
  loginFailed: 'Die Anmeldung ist fehlgeschlagen. Bitte die Zugangsdaten prüfen.',
  secondStepFailed: 'Der Code konnte nicht geprüft werden. Bitte erneut versuchen.',
  ended: 'Die Sitzung wurde beendet.',
  leftAlone:
    'Hier ist die Abmeldung erfolgt. Der Server war nicht erreichbar und erfährt davon, wenn diese Seite wieder geöffnet wird.',
} satisfies Worded<typeof sessionTexts>

export const preferences = {
  unsaved: 'Die Einstellungen konnten nicht gespeichert werden.',
} satisfies Worded<typeof preferencesTexts>

export const account = {
  registration: {
    failed: 'Die Registrierung ist fehlgeschlagen. Bitte erneut versuchen.',
    done: 'Registrierung erfolgreich. Zum Anmelden bitte die E-Mail-Adresse bestätigen.',
  },
  passwordReset: {
    failed: 'Die E-Mail zum Zurücksetzen des Passworts konnte nicht gesendet werden. Bitte erneut versuchen.',
    done: 'Wie das Passwort zurückgesetzt wird, steht in einer E-Mail im Postfach.',
    repeated: 'Die E-Mail wurde erneut gesendet.',
  },
  newPassword: {
    failed: 'Das Passwort konnte nicht zurückgesetzt werden. Bitte erneut versuchen.',
    done: 'Das Passwort wurde zurückgesetzt.',
  },
  firstAdmin: {
    failed: 'Der erste Administrator konnte nicht angelegt werden. Bitte erneut versuchen.',
    done: 'Der erste Administrator ist angelegt und kann sich jetzt anmelden.',
  },
} satisfies Worded<typeof accountTexts>

export const verification = {
  tokenMissing: 'Das Bestätigungstoken fehlt.',
  verified: 'Das Konto wurde bestätigt. Weiter zur Anmeldung …',
  emailChanged: 'Die neue E-Mail-Adresse ist bestätigt und gilt ab jetzt. Weiter zur Anmeldung …',
  failed: 'Die Bestätigung ist fehlgeschlagen. Bitte erneut versuchen.',
} satisfies Worded<typeof verificationTexts>

export const profile = {
  unloaded: 'Die Benutzerdaten konnten nicht geladen werden.',
  unsaved: 'Das Profil konnte nicht gespeichert werden.',
  changedElsewhere:
    'Das Profil wurde anderswo geändert. Die Eingaben bleiben erhalten: erneutes Speichern ersetzt die andere Fassung.',
} satisfies Worded<typeof profileTexts>

export const home = {notLoaded: 'Die Punkte konnten nicht geladen werden.'} satisfies Worded<typeof homeTexts>

export const deviceImport = {
  notAnswered: 'Der Server hat nicht geantwortet.',
  unread: 'Die Datei konnte nicht gelesen werden.',
  existingUnloaded: 'Die vorhandenen Daten der Organisation konnten nicht geladen werden.',
  unchecked: 'Die Zeilen konnten nicht geprüft werden.',
} satisfies Worded<typeof importTexts>

export const credentials = {
  loadFailed: 'Die Zugangsdaten konnten nicht geladen werden',
  createFailed: 'Die Zugangsdaten konnten nicht erstellt werden',
  deleteFailed: 'Die Zugangsdaten konnten nicht gelöscht werden',
  replaceFailed: 'Das Zugriffstoken konnte nicht ersetzt werden',
  lifeFailed: 'Das Ende des Zugriffstokens konnte nicht geändert werden',
  endFormerFailed: 'Das frühere Zugriffstoken konnte nicht beendet werden',
  notReached: 'Der Server ist gerade nicht erreichbar.',
  created: 'Zugangsdaten erstellt.',
  deleted: 'Zugangsdaten gelöscht.',
  replaced: 'Zugriffstoken ersetzt.',
  lifeSet: 'Ende des Zugriffstokens geändert.',
  formerEnded: 'Früheres Zugriffstoken beendet.',
} satisfies Worded<typeof credentialsTexts>

export const attributes = {
  loadFailed: 'Die Attribute konnten nicht geladen werden',
  addFailed: 'Das Attribut konnte nicht hinzugefügt werden',
  updateFailed: 'Das Attribut konnte nicht gespeichert werden',
  deleteFailed: 'Das Attribut konnte nicht gelöscht werden',
  added: 'Attribut hinzugefügt.',
  updated: 'Attribut gespeichert.',
  deleted: 'Attribut gelöscht.',
} satisfies Worded<typeof attributesTexts>

export const choices = {
  unloaded: (plural: string) => `Die ${plural} konnten nicht geladen werden.`,
} satisfies Worded<typeof choicesTexts>

export const recordList = {
  unloaded: (plural: string) => `${plural} konnten nicht geladen werden.`,
} satisfies Worded<typeof recordListTexts>

export const bulk = {
  customersUnloaded: 'Die Kunden konnten nicht geladen werden.',
} satisfies Worded<typeof bulkTexts>

export const organisationHealth = {
  unloaded: 'Der Zustand der Organisation konnte nicht geladen werden.',
} satisfies Worded<typeof organisationHealthTexts>

export const alarmList = {
  unloaded: 'Die Alarme konnten nicht geladen werden.',
} satisfies Worded<typeof alarmListTexts>

export const alarmPage = {
  unloaded: 'Der Alarm konnte nicht geladen werden.',
} satisfies Worded<typeof alarmPageTexts>

export const alarmReport = {
  unloaded: 'Der Bericht konnte nicht geladen werden.',
} satisfies Worded<typeof alarmReportTexts>

export const auditTrail = {
  unloaded: 'Das Audit-Protokoll konnte nicht geladen werden.',
} satisfies Worded<typeof auditTrailTexts>

export const detail = {
  notLoaded: 'Die Punkte konnten nicht geladen werden.',
} satisfies Worded<typeof detailTexts>

export const annotations = {
  notWritten: 'Die Notiz konnte nicht gespeichert werden.',
  notRemoved: 'Die Notiz konnte nicht gelöscht werden.',
  added: 'Notiz hinzugefügt.',
  removed: 'Notiz gelöscht.',
} satisfies Worded<typeof annotationsTexts>

export const upload = {failed: 'Das Hochladen ist fehlgeschlagen'} satisfies Worded<typeof uploadTexts>

export const videos = {
  unloaded: 'Die Videos konnten nicht geladen werden.',
  deleteFailed: 'Das Löschen ist fehlgeschlagen',
  deleted: (name: string) => `${name} wurde gelöscht.`,
} satisfies Worded<typeof videosTexts>

export const preview = {unopened: 'Das Video konnte nicht geöffnet werden.'} satisfies Worded<typeof previewTexts>

export const plays = {
  unloaded: 'Was die Bildschirme abgespielt haben, konnte nicht geladen werden.',
  unsaved: 'Die Datei konnte nicht gespeichert werden.',
} satisfies Worded<typeof playsTexts>

export const lists = {
  unread: 'Die Liste konnte nicht geladen werden.',
  replaceFailed: 'Die Liste konnte nicht ersetzt werden.',
  gone: 'Jemand anderes hat es inzwischen aus der Liste entfernt.',
  full: 'Die Liste ist voll.',
} satisfies Worded<typeof listTexts>

export const wallLinks = {
  loadFailed: 'Die Wandlinks konnten nicht geladen werden',
  issueFailed: 'Der Wandlink konnte nicht ausgestellt werden',
  revokeFailed: 'Der Wandlink konnte nicht widerrufen werden',
} satisfies Worded<typeof wallLinksTexts>

export const provisioningProfiles = {
  loadFailed: 'Die Registrierungsprofile konnten nicht geladen werden',
  issueFailed: 'Das Registrierungsprofil konnte nicht ausgestellt werden',
  revokeFailed: 'Das Registrierungsprofil konnte nicht widerrufen werden',
} satisfies Worded<typeof provisioningProfilesTexts>

export const apiKeys = {
  loadFailed: 'Die API-Schlüssel konnten nicht geladen werden',
  issueFailed: 'Der API-Schlüssel konnte nicht ausgestellt werden',
  revokeFailed: 'Der API-Schlüssel konnte nicht widerrufen werden',
} satisfies Worded<typeof apiKeysTexts>

export const walls = {
  keep: 'Die Wand konnte nicht gespeichert werden',
  remove: 'Die Wand konnte nicht gelöscht werden',
} satisfies Worded<typeof wallsTexts>

export const wishes = {
  playlist: {
    add: 'Das Video konnte nicht in die Wiedergabeliste aufgenommen werden',
    remove: 'Das Video konnte nicht aus der Wiedergabeliste entfernt werden',
    reorder: 'Die Wiedergabeliste konnte nicht umgeordnet werden',
    schedule: 'Die Zeiten des Videos konnten nicht geändert werden',
  },
  assigned: {
    add: 'Das Video konnte dem Gerät nicht zugewiesen werden',
    remove: 'Das Video konnte nicht vom Gerät entfernt werden',
  },
  members: {
    add: 'Das Gerät konnte der Gruppe nicht zugewiesen werden',
    remove: 'Das Gerät konnte nicht aus der Gruppe entfernt werden',
  },
} satisfies Worded<typeof wishTexts>

export const groups = {
  unnamed: 'Name: Angabe erforderlich.',
  createFailed: 'Die Gruppe konnte nicht angelegt werden',
  renameFailed: 'Der Name der Gruppe konnte nicht geändert werden',
  deleteFailed: 'Das Löschen ist fehlgeschlagen',
  renamedByOthers: (name: string) => `Jemand anderes hat diese Gruppe inzwischen geändert. Sie heißt jetzt „${name}“.`,
} satisfies Worded<typeof groupsTexts>

export const deviceLabel = {
  failed: '❌ Das Gerät konnte nicht geändert werden',
} satisfies Worded<typeof deviceLabelTexts>

export const pairing = {
  failed: 'Der Bildschirm konnte nicht gekoppelt werden',
  done: 'Der Bildschirm ist gekoppelt. In wenigen Sekunden beginnt er zu spielen.',
} satisfies Worded<typeof pairingTexts>
