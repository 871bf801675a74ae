import {afterEach, expect, it, vi} from 'vitest'
import {DEFAULT_PREFERENCES, readStoredPreferences} from '../../../src/domain/preferences'
import {memoryStorage} from '../../../src/wiring/accessTokenMark'
import {createPagePreferences} from '../../../src/wiring/session/storedPreferences'

afterEach(() => {
  delete document.documentElement.dataset.density
  vi.restoreAllMocks()
})

it('draws the page as the browser keeps it, from the first on', () => {
  const storage = memoryStorage()
  storage.setItem('pulsewall.preferences', '{"preferences":{"theme":"dark","density":"compact"}}')
  const page = createPagePreferences(storage)
  expect(page.colorScheme.get('auto')).toBe('dark')
  expect(document.documentElement.dataset.density).toBe('compact')
})

it('draws the page as the system wants when nothing readable is kept', () => {
  const storage = memoryStorage()
  storage.setItem('pulsewall.preferences', '{"preferences":')
  expect(createPagePreferences(storage).colorScheme.get('dark')).toBe('auto')
  expect(document.documentElement.dataset.density).toBe('comfortable')
})

it.each([
  ['de-AT', null, 'de'],
  ['fr-FR', null, 'en'],
  ['de-AT', 'en', 'en'],
])('speaks, in a browser of %s where somebody chose %s, %s', (browser, language, spoken) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser)
  const storage = memoryStorage()
  storage.setItem('pulsewall.preferences', JSON.stringify({preferences: {language}}))
  expect(createPagePreferences(storage).stored.preferences.language).toBe(spoken)
})

it('follows what is kept, also on the next page', () => {
  const storage = memoryStorage()
  const page = createPagePreferences(storage)
  const drawn: string[] = []
  page.colorScheme.subscribe(scheme => drawn.push(scheme))
  const kept = {
    preferences: {...DEFAULT_PREFERENCES, theme: 'light', density: 'compact'},
    unsaved: {theme: 'light'},
    userId: 'u1',
  } as const
  page.store(kept)
  expect([drawn, document.documentElement.dataset.density]).toEqual([['light'], 'compact'])
  expect(createPagePreferences(storage).stored).toEqual(kept)
  expect(readStoredPreferences(storage.getItem('pulsewall.preferences'), 'de')).toEqual(kept)
})
