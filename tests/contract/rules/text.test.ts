import {describe, expect, it} from 'vitest'
import {cut, inHtml} from '../../../contract/rules/text'

describe('a text that is cut', () => {
  it.each([
    ['as long as it may be', 20, 'as long as it may be'],
    ['longer than it may be', 20, 'longer than it may …'],
    ['', 1, ''],
    ['ab', 1, '…'],
    // Half of a pair of units would be shown as a broken character.
    ['a😀b', 3, 'a…'],
    ['a😀bc', 4, 'a😀…'],
  ])('is %j in %i characters: %j', (text, most, wanted) => {
    expect(cut(text, most)).toBe(wanted)
  })
})

it('is read as it is, as an element and as an attribute of HTML', () => {
  const text = `a < b & c > "d" & 'e' &amp; </p>`
  expect(inHtml(text)).toBe('a &lt; b &amp; c &gt; &quot;d&quot; &amp; &#39;e&#39; &amp;amp; &lt;/p&gt;')
})
