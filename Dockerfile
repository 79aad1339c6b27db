# The version of Node.js is the one that `npm ci` installs in a checkout (tools/node/package.json).
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# Builds and packs the package, then installs its production dependencies in the versions of package-lock.json.
FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY lab/package.json lab/
COPY tools/node/package.json tools/node/
COPY tools/types/package.json tools/types/
# With the optional packages, because the bundler has a native part.
RUN npm ci --ignore-scripts
COPY . .
RUN mkdir /app \
  && npm pack --pack-destination /app \
  && tar -xzf /app/fleetkit-*.tgz -C /app --strip-components=1 --no-same-owner \
  && cp package-lock.json .npmrc /app/ \
  && npm ci --prefix /app --omit=dev --ignore-scripts --workspaces=false \
  && rm /app/fleetkit-*.tgz /app/package-lock.json /app/.npmrc

# Contains Node.js and the files of production, without a package manager.
FROM ${NODE_IMAGE}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="fleetkit" \
  org.opencontainers.image.description="A sandbox server and a conformance kit for the Terminal Fleet Portal Data Service" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* /usr/local/bin/yarn* \
  && ln -s /app/bin/fleetkit.js /usr/local/bin/fleetkit \
  && mkdir /data && chown 1000:1000 /data
COPY --from=build /app /app
# The image's user `node`, by number, so that a cluster can verify that it is not root.
USER 1000:1000
WORKDIR /data
EXPOSE 4400
STOPSIGNAL SIGTERM
# Fits the command below; another port or command needs another check.
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.FLEETKIT_PORT || 4400) + '/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["fleetkit"]
CMD ["serve", "--host", "0.0.0.0", "--log", "json"]
