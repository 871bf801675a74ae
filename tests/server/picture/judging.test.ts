import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {PICTURE_PIXELS, SVG_BYTES, SVG_SIDE} from '../../../contract/limits'
import {HttpError} from '../../../server/http/failures/errors'
import {judgePicture} from '../../../server/picture/judging/judge'
import * as b from './bytes'

const svg = (inside: string, size = 'viewBox="0 0 30 20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`

function refusalOf(picture: string | Buffer): string {
  try {
    judgePicture(Buffer.from(picture))
    return 'taken'
  } catch (error) {
    return error instanceof HttpError ? `${error.statusCode} ${error.message}` : String(error)
  }
}

const bytesOf = (picture: Buffer) => Buffer.from(judgePicture(picture).bytes)
const sizeOf = (picture: string | Buffer) => {
  const {width, height} = judgePicture(Buffer.from(picture))
  return [width, height]
}

describe('the pixels of a picture', () => {
  it.each<[string, Buffer]>([
    ['a frame of a GIF that is larger than its screen', b.gif(1, 1, b.gifFrame(65_535, 65_535))],
    ['all frames of a GIF', b.gif(6000, 6000, b.gifFrame(1, 1), b.gifFrame(1, 1))],
    ['what a WebP holds', b.webp(1, 1, b.losslessChunk(16_384, 16_384))],
    ['all frames of a WebP', b.webp(6000, 6000, b.webpFrame(1, 1), b.webpFrame(1, 1))],
    ['what a frame of a WebP holds', b.webp(1, 1, b.webpFrame(16_000, 16_000))],
    ['all frames of a PNG', b.png(6000, 6000, b.frameOf(1, 1), b.frameOf(1, 1))],
  ])('are those of %s', (_, picture) => {
    expect(refusalOf(picture)).toMatch(`413 A picture has at most ${PICTURE_PIXELS / 1e6} megapixels`)
  })

  it('may be those of an animation together', () => {
    expect(sizeOf(b.gif(600, 400, ...Array.from({length: 100}, () => b.gifFrame(600, 400))))).toEqual([600, 400])
  })
})

describe('a stored picture', () => {
  it.each<[string, Buffer]>([
    ['a JPEG', b.jpeg(30, 20, b.exifSegment(1), b.jpegSegment(0xfe, Buffer.from(b.PLACE)))],
    ['a JPEG with another behind it', Buffer.concat([b.jpeg(30, 20), b.jpeg(30, 20, b.exifSegment(1))])],
    ['a PNG', b.png(30, 20, b.pngChunk('eXIf', b.exif(1)), b.pngChunk('tEXt', Buffer.from(b.PLACE)))],
    ['a WebP', b.webp(30, 20, b.losslessChunk(30, 20), b.webpChunk('EXIF', b.exif(1)))],
    ['a GIF', b.gif(30, 20, b.gifFrame(30, 20), Buffer.from([0x21, 0xfe, b.PLACE.length, ...Buffer.from(b.PLACE), 0]))],
    [
      'an SVG with a picture',
      Buffer.from(svg(`<image href="data:image/jpeg;base64,${b.jpeg(30, 20, b.exifSegment(1)).toString('base64')}"/>`)),
    ],
  ])('tells nothing of the place: %s', (_, picture) => {
    const stored = bytesOf(picture)
    const embedded = /base64,([^"]*)/.exec(stored.toString('latin1'))?.[1] ?? ''

    expect(stored.length).toBeLessThan(picture.length)
    expect([stored, Buffer.from(embedded, 'base64')].some(bytes => bytes.includes(b.PLACE))).toBe(false)
    expect(sizeOf(stored)).toEqual([30, 20])
    expect(bytesOf(stored)).toEqual(stored)
  })

  it.each<[string, Buffer]>([
    ['a JPEG', b.jpeg(30, 20, b.exifSegment(6))],
    ['a PNG', b.png(30, 20, b.pngChunk('eXIf', b.exif(6)))],
  ])('stays turned as it was: %s', (_, picture) => {
    const stored = bytesOf(picture)

    expect(stored.includes(b.PLACE)).toBe(false)
    expect([sizeOf(picture), sizeOf(stored)]).toEqual([
      [20, 30],
      [20, 30],
    ])
  })

  it('may be a JPEG with bytes between its segments, which decoders pass over', () => {
    expect(sizeOf(b.jpeg(30, 20, Buffer.from([0, 0])))).toEqual([30, 20])
  })

  it('keeps its colour profile', () => {
    const profile = b.jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01sRGB', 'latin1'))
    const pictures = [b.jpeg(3, 2, profile), b.png(3, 2, b.pngChunk('iCCP', Buffer.from('sRGB\0\0')))]
    for (const picture of pictures) expect(bytesOf(picture)).toEqual(picture)
  })
})

describe('an SVG', () => {
  const rects = (count: number) => '<rect width="1" height="1"/>'.repeat(count)
  const tenEach = (level: number) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`
  const laughs = Array.from({length: 30}, (_, level) => tenEach(29 - level)).join('')

  it.each<[string, string]>([
    ['references that multiply', svg(`${laughs}<rect id="a0"/>`)],
    [
      'references by the older name',
      svg(
        `${laughs.replaceAll('href', 'xlink:href')}<rect id="a0"/>`,
        'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1 1"',
      ),
    ],
    ['too many elements', svg(rects(40_000))],
    ['patterns that many have', svg(`<pattern id="p">${rects(300)}</pattern><g fill="url(#p)">${rects(300)}</g>`)],
    [
      'patterns by a class',
      svg(
        `<style>.a{fill:u\\72l("#p")}</style><pattern id="p">${rects(300)}</pattern>${'<path class="a"/>'.repeat(300)}`,
      ),
    ],
    [
      'patterns by a name',
      svg(`<style>circle{fill:url(#p)}</style><pattern id="p">${rects(300)}</pattern>${'<circle/>'.repeat(300)}`),
    ],
    ['markers', svg(`<marker id="m">${rects(100)}</marker><path marker-mid="url(#m)" d="M0 0${'h1'.repeat(1000)}"/>`)],
    ['filters', svg(`<filter id="f"><feTurbulence/></filter>${'<rect filter="url(#f)"/>'.repeat(100)}`)],
    ['filters by functions', svg(`<style>rect{filter:blur(9px)}</style>${rects(100)}`)],
    ['filters by a property of its own', svg(`<rect style="--f:${'blur(9px) '.repeat(100)};filter:var(--f)"/>`)],
    ['shadows', svg(`<g style="text-shadow:0 0 9px">${'<text/>'.repeat(100)}</g>`)],
    ['masks', svg(`<mask id="m"/>${'<rect mask="url(#m)"/>'.repeat(1000)}`)],
    ['dashes', svg('<path stroke-dasharray=".0001" d="M0 0H1000"/>'.repeat(40))],
    ['rules for everything', svg(`<style>${'* * *{fill:red}'.repeat(1000)}</style>${rects(3000)}`)],
  ])('is refused for what it takes to draw: %s', (_, drawing) => {
    expect(refusalOf(drawing)).toMatch('413 The SVG takes too long to draw.')
  })

  it.each<[string, string]>([
    ['413 An SVG has at most 2 MB.', svg(`<!--${'-a'.repeat(SVG_BYTES / 2)}-->`)],
    ['413 An SVG is nested at most 100 levels deep.', svg('<g>'.repeat(200_000))],
    [
      '413 An SVG is nested at most 100 levels deep.',
      svg(Array.from({length: 200}, (_, at) => `<g id="a${at}"><use href="#a${at + 1}"/></g>`).join('')),
    ],
    [
      '413 An element of an SVG has at most 200 attributes.',
      svg(`<g ${Array.from({length: 201}, (_, at) => `a${at}=""`).join(' ')}/>`),
    ],
    [
      '413 The SVG moves and takes too long to draw. What moves may count as 3000 elements.',
      svg(`${rects(4000)}<animate/>`),
    ],
    [
      '413 The pictures in an SVG have at most 40 megapixels together.',
      svg(`<image href="data:image/png;base64,${b.gif(6000, 7000).toString('base64')}"/>`),
    ],
    [`413 An SVG is at most ${SVG_SIDE} wide and high.`, svg('', 'width="1e9" height="1e9"')],
    [`413 An SVG is at most ${SVG_SIDE} wide and high.`, svg('', 'width="1" height="1e300"')],
    ['400 The SVG refers to itself.', svg('<g id="a"><use href="#a"/></g>')],
    [
      '400 The SVG holds something that is neither a picture nor a font.',
      svg(`<image href="data:image/svg+xml,&lt;svg/>"/>`),
    ],
    [
      '400 The SVG holds something that is neither a picture nor a font.',
      svg(`<style>@import url("data:text/css,a")</style>`),
    ],
    [
      '400 The SVG holds something that is neither a picture nor a font.',
      `<?xml-stylesheet href="data:text/css,a"?>${svg('')}`,
    ],
    ['400 The SVG declares something that is no short text.', `<!DOCTYPE svg [<!ENTITY a "<g/>">]>${svg('&a;')}`],
    [
      '400 The SVG declares something that is no short text.',
      `<!DOCTYPE svg [<!ATTLIST rect fill CDATA "url(#p)">]>${svg('')}`,
    ],
    ['400 The SVG is not well-formed XML.', svg('<g></b>')],
    [
      '400 The SVG has no size: it needs a width and a height, or a viewBox.',
      svg('', `width="${'1'.repeat(1_000_000)}!"`),
    ],
    [
      '415 The file is not a picture. PNG, JPEG, WebP, GIF and SVG can be uploaded.',
      `<?xml version="1.0" encoding="utf-7"?>${svg('')}`,
    ],
    ['415 The file is not a picture. PNG, JPEG, WebP, GIF and SVG can be uploaded.', '<!--a-->'.repeat(200_000)],
  ])('is refused with %s', (refusal, drawing) => {
    expect(refusalOf(drawing)).toBe(refusal)
  })

  it.each<[string, string, number[]]>([
    ['in pixels', svg('', 'width="30" height="20.5"'), [30, 21]],
    ['in millimetres', svg('', 'width="254mm" height="127mm"'), [960, 480]],
    ['by the width and the shape of its view', svg('', 'width="60" viewBox="0 0 30 20"'), [60, 40]],
    ['by its view', svg('', 'width="100%" height="100%" viewBox="0,0,30,20"'), [30, 20]],
  ])('has its size %s', (_, drawing, size) => {
    expect(sizeOf(drawing)).toEqual(size)
  })

  it('may be what drawing programs make', () => {
    const entities =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd" [\n<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n]>'
    const drawing = `${entities}<svg xmlns="&ns_svg;" viewBox="0 0 30 20">
      <style>/* a */ .st0{fill:url(#g)} .st1{clip-path:url(#c)} @font-face{src:url(data:font/woff2;base64,AAAA)}</style>
      <linearGradient id="g"><stop/></linearGradient>
      <a href="#top" id="top"><clipPath id="c"><use href="#shape"/></clipPath></a>
      <rect id="shape" width="30" height="20"/>
      ${'<path class="st0 st1" stroke-dasharray="2 1" d="M0 0L30 20"/>'.repeat(500)}
    </svg>`
    expect(sizeOf(drawing)).toEqual([30, 20])
  })
})

describe('any change of a picture', () => {
  const pictures = [
    b.jpeg(30, 20, b.exifSegment(6)),
    b.png(30, 20, b.pngChunk('eXIf', b.exif(3)), b.frameOf(3, 2)),
    b.gif(30, 20, b.gifFrame(3, 2), b.gifFrame(3, 2)),
    b.webp(30, 20, b.webpFrame(3, 2), b.webpChunk('EXIF', b.exif(2))),
    Buffer.from(
      svg('<style>.a{fill:url(#p)}</style><pattern id="p"><use href="#a"/></pattern><path id="a" class="a" d="M0 0"/>'),
    ),
  ]
  const changes = fc.array(fc.record({at: fc.nat(400), drop: fc.nat(4), put: fc.uint8Array({maxLength: 4})}))

  it('is taken or refused in words', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pictures), changes, (picture, changed) => {
        let bytes = picture
        for (const {at, drop, put} of changed)
          bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + drop)])
        expect(refusalOf(bytes)).toMatch(/^(taken$|4\d\d )/)
      }),
      {numRuns: 2000},
    )
  })
})
