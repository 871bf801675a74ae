import {describe, expect, it} from 'vitest'
import {useBrowsers} from './support/browsers'

/** A form whose field has a hint while it has the focus. */
const formWith = (style: string) => `
  <!doctype html>
  <input aria-label="Start" onblur="document.querySelector('p').remove()" />
  <p>Next: tomorrow</p>
  <button style="${style}" onclick="document.title = 'saved'">Save</button>`

describe('a control that is pressed', () => {
  const browsers = useBrowsers(() => 'http://localhost')

  const pressSave = async (style: string) => {
    const page = await (await browsers.newContext()).newPage()
    await page.goto(`data:text/html,${encodeURIComponent(formWith(style))}`)
    await page.getByRole('textbox').focus()
    const said: string[] = []
    page.on('console', message => said.push(message.text()))
    await page.getByRole('button').click()
    await page.evaluate(() => document.title)
    return said
  }

  it('complains when it moves away before it is released', async () => {
    browsers.expectComplaint(/“Save” moved/)
    expect(await pressSave('display: block')).toEqual([
      expect.stringMatching(/^“Save” moved by 0 and -\d+ px while it was pressed/),
    ])
  })

  it('says nothing when what moves is something else', async () => {
    expect(await pressSave('position: fixed; left: 0; bottom: 0')).toEqual([])
  })
})
