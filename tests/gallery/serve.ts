import {join} from 'node:path'
import {build, preview} from 'vite'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Builds the gallery into a folder below `dist` and serves it. The url is that of the page, which shows the entry that is
 * named in `?entry=`.
 */
export async function serveGallery(folder = 'gallery'): Promise<{url: string; close(): Promise<void>}> {
  const shared = {root: ROOT, configFile: join(ROOT, 'vite.config.ts'), mode: 'gallery', logLevel: 'warn'} as const
  const outDir = `dist/${folder}`
  await build({
    ...shared,
    build: {outDir, emptyOutDir: true, rolldownOptions: {input: join(ROOT, 'tests/gallery/index.html')}},
  })
  const server = await preview({...shared, build: {outDir}, preview: {host: '127.0.0.1', port: 4300}})
  const [url = ''] = server.resolvedUrls?.local ?? []
  return {url: `${url}tests/gallery/index.html`, close: () => server.close()}
}
