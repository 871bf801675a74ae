import type {Worded} from '../../domain/language'
import type {texts} from './texts'

export const german = {
  title: 'Pulsewall-Player',
  pairing: {
    title: 'Diesen Bildschirm verbinden',
    asking: 'Ein Code wird angefordert …',
    where: 'Diesen Code im Dashboard beim Gerät unter „Bildschirm koppeln“ eingeben.',
    unanswered: 'Der Server ist nicht erreichbar. Es wird weiter versucht.',
    token: 'Oder das Zugriffstoken des Geräts verwenden',
    use: 'Token verwenden',
    checking: 'Das Token wird geprüft …',
    refused: 'Kein Gerät hat dieses Token.',
    unchecked: 'Das Token konnte noch nicht geprüft werden: Der Server ist nicht erreichbar.',
  },
  dark: {
    nothingToPlay: 'Diesem Bildschirm ist noch nichts zugewiesen.',
    outOfHours: 'Für diese Stunde ist kein Video vorgesehen.',
    allFaulty: 'Keines der Videos lässt sich abspielen.',
    loading: 'Die Wiedergabeliste wird abgerufen …',
    fetching: (ready: string, files: string) => `Videos werden geladen: ${ready} von ${files} sind da.`,
    missing: (count: number) =>
      count === 1
        ? 'Ein Video ließ sich nicht laden. Es wird weiter versucht.'
        : `${count} Videos ließen sich nicht laden. Es wird weiter versucht.`,
  },
  note: {
    offline: (time: string) => `Der Server ist seit ${time} nicht erreichbar.`,
    revoked: 'Der Zugriff dieses Bildschirms wurde widerrufen.',
    playsOn: 'Was da ist, läuft weiter.',
    insecure:
      'Diese Seite wurde nicht über https geöffnet. Videos werden nicht geprüft, und ohne den Server läuft nichts.',
    notKeptYet:
      'Videos sind auf diesem Bildschirm noch nicht gespeichert: Ohne den Server läuft nichts. Er versucht es von selbst wieder.',
    pairAgain: 'Neu verbinden',
  },
} satisfies Worded<typeof texts>
