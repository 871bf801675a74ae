import {counted} from '../../../domain/format/counted'
import type {Worded} from '../../../domain/language'
import {many} from '../nouns.de'
import type {bulkTexts} from './bulkTexts'

export const german = {
  delete: {
    title: (count: number, noun: string) => `${many(count, noun)} löschen`,
    question: (what: string) => `${what} wirklich endgültig löschen?`,
    confirm: 'Löschen',
    running: 'Wird gelöscht',
    done: 'gelöscht',
  },
  assign: {
    title: (count: number, noun: string) => `${many(count, noun)} einem Kunden zuweisen`,
    confirm: 'Zuweisen',
    running: 'Wird zugewiesen',
    done: 'zugewiesen',
    customer: 'Kunde',
    choose: 'Kunden wählen',
    none: 'Kein Kunde',
    loading: 'Kunden werden geladen …',
    noCustomers: 'Die Organisation hat noch keine Kunden.',
  },
  many,
  more: (count: number) => `und ${counted(count)} weitere`,
  ofEach: 'Für jede Auswahl gilt:',
  typeCount: (count: string) => `${count} eingeben, ihre Anzahl`,
  typeName: (name: string) => `${name} eingeben`,
  acknowledge: 'Mir ist klar, was das bewirkt.',
  progress: (done: number, failed: number, left: number) =>
    [
      `${counted(done)} erledigt`,
      ...(failed > 0 ? [`${counted(failed)} fehlgeschlagen`] : []),
      `${counted(left)} verbleibend`,
    ].join(', '),
  stopping: 'Was gesendet ist, wird abgewartet …',
  outcome: (done: number, word: string, failed: number, left: number) =>
    [
      `${counted(done)} ${word}`,
      ...(failed > 0 ? [`${counted(failed)} fehlgeschlagen`] : []),
      ...(left > 0 ? [`${counted(left)} nicht begonnen`] : []),
    ].join(', '),
  failures: 'Fehlgeschlagen',
  moreInFile: (count: number) => `und ${counted(count)} weitere, die in der Datei stehen`,
  retryFailed: 'Fehlgeschlagene wiederholen',
  doRest: 'Rest ausführen',
  saveOutcomes: 'Ergebnisse als CSV speichern',
  retry: 'Erneut versuchen',
  cancel: 'Abbrechen',
  close: 'Schließen',
} satisfies Worded<typeof bulkTexts>
