# syntax=docker/dockerfile:1

# The image of server and worker. The command says which of them runs:
#   docker run … callboard                          the server
#   docker run … callboard node dist/worker.js      a worker
#   docker run … callboard node dist/migrate.js     brings the database up to date

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:22-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The embedded PostgreSQL is optional and not part of the image.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/prisma ./prisma
COPY --from=build /app/templates ./templates
COPY --from=build /app/package.json /app/LICENSE ./
# Nothing is written below /app, so the root file system can be read-only.
USER node
EXPOSE 4000 4001
STOPSIGNAL SIGTERM
# HEALTH_PORT=4001 for a worker.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT ?? 4000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server.js"]
