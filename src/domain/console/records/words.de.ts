import type {Worded} from '../../language'
import type {assets as assetDescription} from './assets'
import type {texts} from './consequences'
import type {customers as customerDescription} from './customers'
import type {Counts, Description, RecordWords} from './description'
import type {devices as deviceDescription} from './devices'
import type {organisations as organisationDescription} from './organisations'
import type {users as userDescription} from './users'

type WordsOf<Described> = Described extends Description<infer Name> ? RecordWords<Name> : never

const shared = {
  email: 'E-Mail',
  phone: 'Telefon',
  address: 'Adresse',
  address2: 'Adresse 2',
  city: 'Ort',
  state: 'Bundesland',
  country: 'Land',
  zip: 'PLZ',
  additionalInfo: 'Zusätzliche Angaben',
  externalId: 'Externe ID',
  organisationId: 'Organisations-ID',
  customerId: 'Kunden-ID',
  createdAt: 'Erstellt am',
  version: 'Version',
}

export const organisations = {
  noun: 'Organisation',
  plural: 'Organisationen',
  labels: {
    ...shared,
    organisationProfileId: 'Organisationsprofil-ID',
    title: 'Titel',
    region: 'Region',
    retentionDays: 'Werte aufbewahren (Tage)',
  },
  counted: {customers: 'Kunden', users: 'Benutzer', devices: 'Geräte', assets: 'Assets'},
  texts: {
    createFailed: 'Die Organisation konnte nicht erstellt werden.',
    created: 'Organisation erstellt.',
    loadFailed: 'Die Organisation konnte nicht geladen werden.',
    notFound: 'Organisation nicht gefunden.',
    saveFailed: 'Die Organisation konnte nicht gespeichert werden.',
    saved: 'Organisation gespeichert.',
    deleteFailed: 'Die Organisation konnte nicht gelöscht werden.',
    deleted: 'Organisation gelöscht.',
    required: 'Titel, E-Mail und Telefon sind erforderlich.',
  },
} satisfies WordsOf<typeof organisationDescription>

export const customers = {
  noun: 'Kunde',
  plural: 'Kunden',
  labels: {...shared, title: 'Titel', isPublic: 'Öffentlich'},
  counted: {users: 'Benutzer', devices: 'Geräte', assets: 'Assets'},
  texts: {
    createFailed: 'Der Kunde konnte nicht erstellt werden',
    created: 'Kunde erstellt.',
    loadFailed: 'Die Kundendaten konnten nicht geladen werden',
    notFound: 'Kunde nicht gefunden.',
    saveFailed: 'Der Kunde konnte nicht gespeichert werden',
    saved: 'Kunde gespeichert.',
    deleteFailed: 'Der Kunde konnte nicht gelöscht werden',
    deleted: 'Kunde gelöscht.',
  },
} satisfies WordsOf<typeof customerDescription>

export const users = {
  noun: 'Benutzer',
  plural: 'Benutzer',
  labels: {
    ...shared,
    password: 'Passwort',
    currentPassword: 'Aktuelles Passwort',
    authority: 'Rolle',
    userDeleted: 'Gelöscht',
    name: 'Name',
    isVerified: 'E-Mail bestätigt',
    isInvited: 'Eingeladen',
    invite: 'Per E-Mail einladen: das Passwort wählt der Benutzer',
    lastLogin: 'Letzte Anmeldung',
  },
  counted: {},
  texts: {
    createFailed: 'Die Registrierung ist fehlgeschlagen',
    created: 'Benutzer erstellt.',
    loadFailed: 'Die Benutzerdaten konnten nicht geladen werden',
    notFound: 'Benutzer nicht gefunden.',
    saveFailed: 'Der Benutzer konnte nicht gespeichert werden',
    saved: 'Benutzer gespeichert.',
    deleteFailed: 'Der Benutzer konnte nicht gelöscht werden',
    deleted: 'Benutzer gelöscht.',
  },
} satisfies WordsOf<typeof userDescription>

export const devices = {
  noun: 'Gerät',
  plural: 'Geräte',
  labels: {
    ...shared,
    name: 'Name',
    type: 'Typ',
    label: 'Bezeichnung',
    deviceData: 'Gerätedaten',
    firmwareId: 'Firmware-ID',
    softwareId: 'Software-ID',
    deviceProfileId: 'Geräteprofil-ID',
  },
  counted: {},
  texts: {
    createFailed: 'Das Gerät konnte nicht erstellt werden',
    created: 'Gerät erstellt.',
    loadFailed: 'Das Gerät konnte nicht geladen werden',
    notFound: 'Gerät nicht gefunden.',
    saveFailed: '❌ Das Gerät konnte nicht gespeichert werden',
    saved: 'Gerät gespeichert.',
    deleteFailed: '❌ Das Gerät konnte nicht gelöscht werden',
    deleted: 'Gerät gelöscht.',
    required: 'Ein Gerätename ist erforderlich.',
  },
} satisfies WordsOf<typeof deviceDescription>

export const assets = {
  noun: 'Asset',
  plural: 'Assets',
  labels: {
    ...shared,
    name: 'Name',
    label: 'Bezeichnung',
    type: 'Typ',
    parentId: 'ID des übergeordneten Assets',
    assetProfileId: 'Assetprofil-ID',
  },
  counted: {},
  texts: {
    createFailed: 'Das Asset konnte nicht erstellt werden',
    created: 'Asset erstellt.',
    loadFailed: 'Das Asset konnte nicht geladen werden',
    notFound: 'Asset nicht gefunden.',
    saveFailed: 'Das Asset konnte nicht gespeichert werden',
    saved: 'Asset gespeichert.',
    deleteFailed: 'Das Asset konnte nicht gelöscht werden',
    deleted: 'Asset gelöscht.',
    required: 'Name und Bezeichnung sind erforderlich.',
  },
} satisfies WordsOf<typeof assetDescription>

const NOUNS = {
  customers: ['Kunde', 'Kunden'],
  users: ['Benutzer', 'Benutzer'],
  devices: ['Gerät', 'Geräte'],
  assets: ['Asset', 'Assets'],
} as const satisfies Record<keyof Counts, unknown>

export const consequences = {
  counted: (count: number, of: keyof Counts) => `${count.toLocaleString('de')} ${NOUNS[of][count === 1 ? 0 : 1]}`,
  organisation: 'Ihre Kunden, Benutzer, Geräte, deren Telemetrie und ihre Assets werden mit gelöscht.',
  organisationCounted: (all: string) => `Mit gelöscht werden ${all} und die Telemetrie der Geräte.`,
  organisationAttributes: 'Auch ihre Attribute und die aller zugehörigen Entitäten werden gelöscht.',
  customer: 'Zugehörige Benutzer, Geräte und Assets bleiben ohne Kunden in der Organisation.',
  customerCounted: (all: string) => `In der Organisation bleiben, dann ohne Kunden: ${all}.`,
  customerAttributes: 'Die Attribute des Kunden werden mit gelöscht.',
  user: 'Der Benutzer wird überall abgemeldet und kann sich nicht mehr anmelden. Ein Administrator kann das Konto mit einem neuen Passwort wiederherstellen.',
  device:
    'Zugangsdaten, Attribute und Telemetrie des Geräts werden mit gelöscht. Das Gerät selbst kann nichts mehr senden.',
  asset: 'Die Attribute des Assets werden mit gelöscht. Assets, die darin liegen, bleiben.',
} satisfies Worded<typeof texts>
