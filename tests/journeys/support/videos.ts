import type {Page} from 'playwright-core'

/** The videos of the media dashboard by what its users see. */
export function videosOn(page: Page) {
  const exactly = (name: string) => ({name, exact: true})
  const list = page.getByRole('main').getByRole('list', exactly('Uploads'))
  const column = page.getByRole('region', exactly('Server Videos'))
  const upload = (name: string) => list.getByRole('listitem').filter({hasText: name})
  return {
    list,
    upload,
    column,
    refusal: page.getByRole('main').getByRole('alert'),
    video: (name: string) =>
      column.getByRole('table', exactly('List of videos')).getByRole('row').filter({hasText: name}),
    mark: page.getByRole('banner').getByRole('button', {name: /^Uploads: /}),
    choose: async (...files: Parameters<ReturnType<Page['locator']>['setInputFiles']>) => {
      const section = page.locator('details', {has: page.locator('input[type="file"]')})
      if ((await section.getAttribute('open')) === null) await section.locator('summary').click()
      await section.locator('input[type="file"]').setInputFiles(...files)
    },
    /** Returns the sent percentage of an upload, as its bar says. */
    percent: async (name: string) => Number(await upload(name).getByRole('progressbar').getAttribute('aria-valuenow')),
  }
}
