export interface Picture {
  name: string
  /** The address that is shown. */
  at: string
  scheme: string
  width: number
  /** Relative to the folder of all pictures. */
  file: string
}

/** A page that shows all pictures, state by state. */
export function indexPage(pictures: readonly Picture[]): string {
  const states = grouped(pictures, ({name}) => name)
  const sections = [...states].map(
    ([name, own]) => `<section id="${name}"><h2>${name}</h2><div>${own.map(figure).join('')}</div></section>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pulsewall: every screen in every state</title>
<style>body{font:14px/1.4 sans-serif;margin:24px}div{display:flex;gap:12px;overflow-x:auto;align-items:start}
figure{margin:0}img{height:320px;border:1px solid #999}h2{font-size:16px}nav{columns:5}</style>
<h1>Every screen in every state</h1><nav>${[...states.keys()].map(name => `<a href="#${name}">${name}</a><br>`).join('')}</nav>
${sections.join('\n')}</html>`
}

const figure = ({file, scheme, width}: Picture): string =>
  `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${scheme} ${width}</figcaption></figure>`

/** The list of the stored pictures, screen by screen. */
export function readme(pictures: readonly Picture[]): string {
  const named = grouped(pictures, screenOf)
  const screens = [...new Set([...SCREENS, ...ROOMS].map(([, screen]) => screen)), OTHER].flatMap(screen => {
    const own = named.get(screen)
    return own === undefined ? [] : [[screen, own] as const]
  })
  const contents = screens.map(([screen, {length}]) => `- [${screen}](#${anchorOf(screen)}): ${length}`)
  const parts = screens.map(([screen, own]) => `## ${screen}\n\n${tableOf(own)}\n`)
  return `# Every screen in every state\n\n\`npm run gallery\` takes pictures in both schemes and four widths, \`npm run gallery -- --docs\` the pictures of this page: each is of the region that is in that state. [alike.ts](../../tests/gallery/alike.ts) says which states look the same, and why.\n\n${contents.join('\n')}\n\n${parts.join('\n')}`
}

/** The screens by how their addresses begin, the most special first. */
const SCREENS: readonly (readonly [start: string, screen: string])[] = [
  ['/kit', 'What the screens are made of'],
  ['/login', 'Sign-in'],
  ['/register', 'Registration'],
  ['/passwordReset', 'Forgotten password'],
  ['/newPassword', 'New password'],
  ['/firstAdmin', 'First admin'],
  ['/acknowledgement', 'Acknowledgement of an alarm'],
  ['/verification', 'Verification of an email'],
  ['/profile', 'Profile and preferences'],
  ['/historical', 'The frame around the screens'],
  ['/dashboard', 'Telemetry dashboard'],
  ['/myhome', 'MyHome'],
  ['/sys_admin/audit', 'Audit trail'],
  ['/sys_admin/device-import', 'Import of devices'],
  ['/sys_admin/device-create', 'Creating a record'],
  ['/sys_admin/device-edit', 'Editing a record'],
  ['/sys_admin/user-edit', 'Editing a record'],
  ['/sys_admin/device', 'Device'],
  ['/sys_admin/user', 'User'],
  ['/sys_admin/organisation', 'Organisation and its lists'],
  ['/sys_admin', 'Organisations'],
]

const OTHER = 'Edges'

/** Screens that share their addresses with others, by how the names of their pictures begin. */
const ROOMS: readonly (readonly [start: string, screen: string])[] = [
  ['wall/', 'Wall'],
  ['kiosk/', 'Wall links and kiosks'],
  ['alarms/', 'Alarms'],
  ['replay/', 'Replay'],
  ['media', 'Media dashboard'],
  ['player/', 'Player'],
]

const screenOf = ({name, at}: Picture): string =>
  (ROOMS.find(([start]) => name.startsWith(start)) ?? SCREENS.find(([start]) => at.startsWith(start)))?.[1] ?? OTHER

const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-')

const IN_A_ROW = 3

function tableOf(pictures: readonly Picture[]): string {
  const rows = Array.from({length: Math.ceil(pictures.length / IN_A_ROW)}, (_, row) =>
    Array.from({length: IN_A_ROW}, (_, column) => cellOf(pictures[row * IN_A_ROW + column])),
  )
  return `${line(['', '', ''])}\n${line(['---', '---', '---'])}\n${rows.map(line).join('\n')}`
}

const cellOf = (picture: Picture | undefined): string =>
  picture === undefined ? '' : `![${picture.name}](${picture.file})<br>${picture.name}`

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function grouped(pictures: readonly Picture[], groupOf: (picture: Picture) => string): Map<string, Picture[]> {
  const groups = new Map<string, Picture[]>()
  for (const picture of pictures) groups.set(groupOf(picture), [...(groups.get(groupOf(picture)) ?? []), picture])
  return groups
}
