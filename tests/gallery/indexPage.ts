export interface Picture {
  name: string
  scheme: string
  width: number
  /** Relative to the folder of all pictures. */
  file: string
}

/** A page that shows all pictures, state by state. */
export function indexPage(pictures: readonly Picture[]): string {
  const sections = [...byName(pictures)].map(
    ([name, own]) => `<section id="${name}"><h2>${name}</h2><div>${own.map(figure).join('')}</div></section>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pulsewall: every screen in every state</title>
<style>body{font:14px/1.4 sans-serif;margin:24px}div{display:flex;gap:12px;overflow-x:auto;align-items:start}
figure{margin:0}img{height:320px;border:1px solid #999}h2{font-size:16px}nav{columns:5}</style>
<h1>Every screen in every state</h1><nav>${[...byName(pictures).keys()].map(name => `<a href="#${name}">${name}</a><br>`).join('')}</nav>
${sections.join('\n')}</html>`
}

const figure = ({file, scheme, width}: Picture): string =>
  `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${scheme} ${width}</figcaption></figure>`

/** The list of the kept pictures. */
export function readme(pictures: readonly Picture[]): string {
  const rooms = new Map<string, Picture[]>()
  for (const picture of pictures) {
    const [room = ''] = picture.name.split('/')
    rooms.set(room, [...(rooms.get(room) ?? []), picture])
  }
  const parts = [...rooms].map(
    ([room, own]) => `## ${room}\n\n${own.map(({name, file}) => `![${name}](${file} "${name}")`).join('\n')}\n`,
  )
  return `# Every screen in every state\n\n\`npm run gallery\` takes them in both schemes and four widths.\n\n${parts.join('\n')}`
}

function byName(pictures: readonly Picture[]): Map<string, Picture[]> {
  const named = new Map<string, Picture[]>()
  for (const picture of pictures) named.set(picture.name, [...(named.get(picture.name) ?? []), picture])
  return named
}
