import {dirname, resolve} from 'node:path'
import {pathToFileURL} from 'node:url'
import {defineConfig, type Plugin} from 'vite'

const OUT_DIR = 'dist/server'

/** A thread's code is a file of the build, too. */
const builtThread = pathToFileURL(resolve(OUT_DIR, 'evaluationThread.js')).href

/** Modules go on finding their files where they stand in the project. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform: (code, id) =>
    code
      .replaceAll("new URL('evaluationThread.ts', import.meta.url)", `new URL(${JSON.stringify(builtThread)})`)
      .replaceAll(/import\.meta\.dirname|\b__dirname\b/g, JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
}

/**
 * The server and its commands, which start in half the time that TypeScript takes. Packages are built in, as a thousand
 * small files take long to load, but for those that have files beside their code.
 */
export default defineConfig({
  plugins: [ownPlaces],
  publicDir: false,
  ssr: {noExternal: true, external: ['@fastify/swagger-ui', '@node-rs/argon2']},
  build: {
    ssr: true,
    rolldownOptions: {input: ['server/main.ts', 'server/commands.ts', 'server/app/evaluationThread.ts']},
    outDir: OUT_DIR,
    target: 'node20',
    minify: false,
    copyPublicDir: false,
  },
})
