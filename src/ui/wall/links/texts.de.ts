import type {Worded} from '../../../domain/language'
import type {texts} from './texts'

export const german = {
  title: 'Wandlinks',
  hint: 'Ein Bildschirm, der so eine Adresse öffnet, zeigt eine Wand ohne Benutzer, bis der Link widerrufen wird.',
  loading: 'Wandlinks werden geladen …',
  retry: 'Erneut versuchen',
  none: 'Es ist kein Wandlink ausgestellt.',
  noWalls: 'Es gibt noch keine Wand. Links werden für Wände ausgestellt, die unter einem Namen gespeichert sind.',
  ...{
    nameColumn: 'Bildschirm',
    wallColumn: 'Wand',
    seenColumn: 'Zuletzt gesehen',
    issuedColumn: 'Ausgestellt',
    actionsColumn: 'Aktionen',
  },
  by: (email: string) => `von ${email}`,
  never: 'nie',
  gone: 'diese Wand gibt es nicht mehr',
  name: 'Wo der Bildschirm ist',
  wall: 'Wand',
  issue: 'Link ausstellen',
  issuing: 'Wird ausgestellt …',
  issued: (name: string) => `Die Adresse für „${name}“. Sie wird nur dieses eine Mal gezeigt:`,
  told: 'die Adresse des Wandlinks',
  revoke: 'Widerrufen',
  revokeWhat: (name: string) => `Den Link von „${name}“ widerrufen`,
  question: (name: string) =>
    `Der Bildschirm „${name}“ verliert seine Wand sofort. Er braucht einen neuen Link, um sie wieder zu zeigen.`,
  cancel: 'Behalten',
  confirm: 'Link widerrufen',
  revoking: 'Wird widerrufen …',
} satisfies Worded<typeof texts>
