# The site and the backend in one image: `node build/server.js` by default, `node build/backend.js` for a backend alone.
FROM node:24-bookworm-slim AS build
WORKDIR /maillon
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 DATA_FOLDER=/data
WORKDIR /maillon
COPY --from=build /maillon/package.json ./
COPY --from=build /maillon/node_modules ./node_modules
COPY --from=build /maillon/locales ./locales
COPY --from=build /maillon/backend/db ./backend/db
COPY --from=build /maillon/backend/demo ./backend/demo
COPY --from=build /maillon/build ./build
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "--heap-growing-percent=30", "--expose-gc", "--enable-source-maps", "build/server.js"]
